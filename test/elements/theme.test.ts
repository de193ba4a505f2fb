import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeInbox } from '../../src/elements/inbox/inbox.js';
import {
  addHostStyle,
  addNotifications,
  cards,
  createEmptySandbox,
  createTestSession,
  emulateColorScheme,
  nextFrames,
  queryAll,
  queryOne,
  renderCard,
} from './support.js';

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

/** As the screen shows it, 0 to 255. */
function shown(colour: string): Colour {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha];
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) =>
    value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const accents = [
  ...['', '#ffe600', '#fff', '#fafafa', '#000', '#0a0a0a', '#39ff14', '#f0f', 'navy', '#777', '#767676'],
  ...['#ffd1dc', '#ff6a3d', 'rebeccapurple', 'AccentColor', 'light-dark(#0b7a5b, #63d3b0)'],
  ...['hsl(200 100% 50%)', 'rgb(0 80 200 / 40%)', 'transparent', 'color(display-p3 0 1 0)'],
  ...['oklch(0.65 0.4 270)', 'oklch(0.6 0.4 0)', 'oklch(0.6 0.4 30)', 'oklch(0.55 0.4 145)'],
];
const noColours = ['banana', '12px', '#12', 'url(x)', 'light-dark(red)'];
const steps = [0, 51, 102, 136, 204, 255];
const everyHue = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => `rgb(${red} ${green} ${blue})`)),
);

const texts = [
  ['accent-text', 'surface'],
  ['accent-text', 'surface-hover'],
  ['accent-text', 'surface-sunken'],
  ['accent-text', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-badge', 'badge'],
  ...['surface', 'surface-hover', 'surface-sunken', 'accent-soft'].flatMap(
    (surface) =>
      [
        ['text', surface],
        ['text-muted', surface],
        ['danger', surface],
      ] as const,
  ),
] as const;
const marks = [
  ['border-strong', 'surface'],
  ['border-strong', 'surface-hover'],
  ['border-strong', 'surface-sunken'],
  ['badge', 'surface'],
] as const;

/** The colours of the tokens where the element stands. */
function palette(element: Element): (name: string) => Colour {
  const found = new Map<string, Colour>();
  const probe = document.createElement('i');
  element.shadowRoot!.append(probe);
  const { color: none } = getComputedStyle(probe);
  for (const name of new Set([...texts, ...marks].flat())) {
    probe.style.color = `var(--_${name})`;
    found.set(name, shown(getComputedStyle(probe).color));
  }
  probe.remove();
  return (name) => found.get(name) ?? shown(none);
}

/** Pairs of tokens that do not stand out from each other as they should. */
function faults(element: Element): string[] {
  const colour = palette(element);
  return [...texts.map((pair) => [...pair, 4.5] as const), ...marks.map((pair) => [...pair, 3] as const)]
    .map(([front, back, least]) => ({ front, back, least, found: contrast(colour(front), colour(back)) }))
    .filter(({ found, least }) => found < least)
    .map(({ front, back, found }) => `${front} on ${back}: ${found.toFixed(2)}`);
}

async function inboxOfActions(): Promise<NudgeInbox> {
  const sandbox = createEmptySandbox();
  const button = (name: string) => ({ name, onclickAction: 'tell', url: '' });
  const actionButtons = { primary: button('Now'), secondary: button('Later'), tertiary: button('Never') };
  const ids = addNotifications(sandbox, 1, () => ({ payload: { title: 'Title', actionButtons } }));
  const inbox = await fixture<NudgeInbox>(
    html`<nudge-inbox filter="unread" .session=${createTestSession(sandbox, { ids })}></nudge-inbox>`,
  );
  await nextFrames();
  return inbox;
}

/** What a person sees of the accent: the colour of the front, and the surface behind it. */
function places(inbox: NudgeInbox): [what: string, front: string, back: string, least: number][] {
  const [first] = cards(inbox);
  const styles = (root: Element, selector: string) => getComputedStyle(queryOne(root, selector));
  const { backgroundColor: surface } = styles(inbox, '.root');
  const over = ({ backgroundColor }: CSSStyleDeclaration) =>
    shown(backgroundColor)[3] === 0 ? surface : backgroundColor;
  const [primary, count] = [styles(first!, '.primary'), styles(inbox, '[aria-pressed=true] .count')];
  const focusedButton = queryOne(first!, '.tertiary');
  focusedButton.focus({ focusVisible: true });
  const ring = getComputedStyle(focusedButton);
  expect([ring.outlineStyle, ring.outlineWidth]).to.deep.equal(['solid', '2px']);
  const tab = styles(inbox, '[aria-pressed=true]');
  expect([tab.borderBottomStyle, tab.borderBottomWidth]).to.deep.equal(['solid', '2px']);
  return [
    ['primary button', primary.color, over(primary), 4.5],
    ['its edge', primary.borderTopColor, surface, 3],
    ['tertiary button', ring.color, surface, 4.5],
    ['focus ring', ring.outlineColor, surface, 3],
    ['unread dot', styles(first!, '.dot').borderTopColor, surface, 3],
    ['tab', tab.borderBottomColor, surface, 3],
    ['count', count.color, over(count), 4.5],
  ];
}

for (const scheme of ['light', 'dark'] as const) {
  describe(`the accent, ${scheme}`, () => {
    before(() => emulateColorScheme(scheme));
    after(() => emulateColorScheme());
    beforeEach(() => addHostStyle('html { color-scheme: light dark }'));

    it('leaves everything readable, whatever it is', async () => {
      const avatar = await fixture<HTMLElement>(html`<nudge-avatar></nudge-avatar>`);
      for (const accent of [...accents, ...everyHue]) {
        avatar.style.setProperty('--nudge-accent', accent);
        expect(faults(avatar), accent).to.deep.equal([]);
      }
    });

    it('is seen where it should be, and text is where it is no colour', async () => {
      const inbox = await inboxOfActions();
      for (const accent of [...accents, ...noColours]) {
        inbox.style.setProperty('--nudge-accent', accent);
        for (const [what, front, back, least] of places(inbox)) {
          expect(contrast(shown(front), shown(back)), `${accent}: ${what}`).to.be.at.least(least);
        }
      }
    });

    it('fills as it was given, and our own is the text as well', async () => {
      const inbox = await inboxOfActions();
      const ours = scheme === 'light' ? '#2b59d9' : '#8fabff';
      expect(palette(inbox)('accent')).to.deep.equal(shown(ours));
      expect(palette(inbox)('accent-text')).to.deep.equal(shown(ours));
      inbox.style.setProperty('--nudge-accent', '#ffe600');
      const [first] = cards(inbox);
      expect(shown(getComputedStyle(queryOne(first!, '.primary')).backgroundColor)).to.deep.equal(
        shown('#ffe600'),
      );
      expect(shown(getComputedStyle(queryOne(first!, '.primary')).color)).to.deep.equal(shown('#000'));
      inbox.style.setProperty('--nudge-accent', 'navy');
      expect(shown(getComputedStyle(queryOne(first!, '.primary')).color)).to.deep.equal(shown('#fff'));
    });

    it('yields to what the page sets itself', async () => {
      const inbox = await inboxOfActions();
      for (const name of ['accent-text', 'on-accent', 'accent-soft', 'on-badge']) {
        inbox.style.setProperty(`--nudge-${name}`, '#123456');
        expect(palette(inbox)(name), name).to.deep.equal(shown('#123456'));
      }
    });

    it('has initials and kinds of files beside it that can be read', async () => {
      const kinds = ['pdf', 'csv', 'zip'];
      const files = await renderCard({
        attachments: kinds.map((type) => ({ type, fileName: `figures.${type}`, url: `/figures.${type}` })),
      });
      const avatars = await fixture(
        html`<div>${['a', 'b', 'c'].map((name) => html`<nudge-avatar name=${name}></nudge-avatar>`)}</div>`,
      );
      const faces = [...avatars.children].map((avatar) => queryOne(avatar, '.avatar'));
      expect(new Set(faces.map(({ className }) => className))).to.have.length(3);
      const chips = queryAll(files, '.kind');
      expect(chips).to.have.length(kinds.length);
      for (const element of [...faces, ...chips]) {
        const { color, backgroundColor } = getComputedStyle(element);
        expect(contrast(shown(color), shown(backgroundColor)), element.className).to.be.at.least(4.5);
      }
    });
  });
}

describe('the size of avatars', () => {
  for (const size of ['24px', '40px', '64px']) {
    it(`${size} leaves the text beside it, and the card around it`, async () => {
      addHostStyle(`nudge-notification { --nudge-avatar-size: ${size}; }`);
      const element = await renderCard({ title: 'Ready', avatar: [{ fallBackName: 'Amelia Moss' }] });
      const avatar = queryOne(element, '.avatar').getBoundingClientRect();
      expect(avatar.width).to.equal(Number.parseInt(size));
      expect(avatar.right).to.be.below(queryOne(element, '.title').getBoundingClientRect().left);
      expect(avatar.bottom).to.be.below(queryOne(element, '.card').getBoundingClientRect().bottom);
    });
  }
});
