import { expect, test } from './site.js';

// A setting of the browser as a whole, for which this file gets one of its own.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'];
    await use({ ...launchOptions, args });
  },
  viewport: { width: 320, height: 800 },
});

test('Text has double size if the browser has, icons grow with it, and fits a screen of 320 pixels', async ({
  visit,
}) => {
  await visit.goto();
  await visit.openPanel();
  const look = await visit.panel.evaluate((dialog) => {
    const { left, right } = dialog.getBoundingClientRect();
    const root = dialog.querySelector('nudge-inbox')!.shadowRoot!;
    const list = root.querySelector('.list')!;
    const title = root.querySelector('nudge-card')!.shadowRoot!.querySelector('.title')!;
    const icon = root.querySelector('header .icon-button svg')!;
    const when = root.querySelector('nudge-card')!.shadowRoot!.querySelector('.when')!;
    const [time, dots] = ['time', '.more-button svg'].map((part) =>
      when.querySelector(part)!.getBoundingClientRect(),
    );
    return {
      title: getComputedStyle(title).fontSize,
      // Some grow less than the text, none stays as it is.
      doesIconGrow: icon.getBoundingClientRect().width > 30,
      isInside: left >= 0 && right <= innerWidth,
      isMenuApart: dots!.left - time!.right >= 4,
      overflow: list.scrollWidth - list.clientWidth,
    };
  });
  expect(look).toEqual({ title: '28px', doesIconGrow: true, isInside: true, isMenuApart: true, overflow: 0 });
});
