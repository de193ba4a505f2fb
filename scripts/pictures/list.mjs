/**
 * The stories whose pictures are kept: few, so that each is looked at, and together with all that is ever shown. None has an
 * emoji, which each system draws in its own way. Sizes are in CSS pixels.
 */
export const pictures = [
  { name: 'open', story: 'compositions-reference--open', width: 480, height: 760 },
  { name: 'open-dark', story: 'compositions-reference--open', width: 480, height: 760, theme: 'dark' },
  { name: 'open-rtl', story: 'compositions-reference--open', width: 480, height: 760, language: 'ar' },
  { name: 'open-360', story: 'compositions-reference--open', width: 360, height: 640 },
  {
    name: 'open-360-rtl-dark',
    story: 'compositions-reference--open',
    width: 360,
    height: 640,
    theme: 'dark',
    language: 'ar',
  },
  { name: 'choices', story: 'compositions-reference--choices', width: 448, height: 460 },
  { name: 'choices-dark', story: 'compositions-reference--choices', width: 448, height: 460, theme: 'dark' },
  {
    name: 'choices-360-rtl',
    story: 'elements-preferences--sections-and-required',
    width: 360,
    height: 560,
    language: 'ar',
  },
  { name: 'choices-unknown', story: 'elements-preferences--unknown', width: 448, height: 400 },
  { name: 'empty', story: 'elements-inbox--empty', width: 448, height: 420 },
  { name: 'signed-out-dark', story: 'elements-inbox--signed-out', width: 448, height: 420, theme: 'dark' },
  { name: 'loading', story: 'elements-inbox--loading-records', width: 448, height: 690 },
  { name: 'some-fail', story: 'elements-inbox--some-fail', width: 448, height: 690 },
  { name: 'card-360', story: 'elements-notification--unread', width: 360, height: 400 },
  { name: 'card-rtl', story: 'elements-notification--right-to-left', width: 448, height: 400 },
  {
    name: 'card-failed-dark',
    story: 'elements-notification--action-failed',
    width: 448,
    height: 400,
    theme: 'dark',
  },
  { name: 'card-long-names', story: 'content-limits--long-names', width: 448, height: 480 },
  { name: 'viewer', story: 'elements-notification--image-open', width: 720, height: 540 },
  { name: 'theme', story: 'theme-tokens-and-parts--tokens-changed', width: 1120, height: 640 },
];
