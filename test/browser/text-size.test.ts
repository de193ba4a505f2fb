import { describe, expect, it } from 'vitest';
import { useSite, type Visit } from './site.js';

/** The sizes of texts in the open panel, in pixels, as the browser lays them out. */
async function openedSizes({ page, bell, cards }: Visit): Promise<Record<string, number>> {
  await bell.click();
  await cards.first().waitFor();
  const sizeOf = (selector: string): Promise<number> =>
    page
      .locator(`nudge-inbox ${selector}`)
      .first()
      .evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  return {
    heading: await sizeOf('h2'),
    title: await sizeOf('.title'),
    day: await sizeOf('.day'),
    button: await sizeOf('.actions button'),
  };
}

/** Adds a style sheet to the page, which its policy would not allow as an element. */
async function addStyles({ page }: Visit, text: string): Promise<void> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, text);
}

describe('The size of text', () => {
  const site = useSite();

  it('does not depend on the font sizes of the page', async () => {
    const plain = await openedSizes(await site.visit('/'));
    expect(plain.title).toBe(14);
    const visit = await site.visit('/');
    await addStyles(visit, 'html { font-size: 62.5% } body { font-size: 1.6rem }');
    expect(await openedSizes(visit)).toEqual(plain);
  });

  it('follows --nudge-font-size, the heading never smaller than a title', async () => {
    const visit = await site.visit('/');
    await addStyles(visit, ':root { --nudge-font-size: 28px }');
    const { heading, title, day } = await openedSizes(visit);
    expect(title).toBe(28);
    expect(heading).toBeGreaterThan(title ?? Infinity);
    expect(day).toBeCloseTo(24, 0);
  });
});

describe('The size of text, with a font size of 200 % set in the browser', () => {
  const site = useSite('--blink-settings=defaultFontSize=32');

  it('is doubled', async () => {
    const sizes = await openedSizes(await site.visit('/'));
    expect(sizes.title).toBe(28);
    expect(sizes.heading).toBeCloseTo(32, 0);
    expect(sizes.button).toBeCloseTo(26, 0);
  });

  it.each([320, 390, 768, 1280])('fits into a screen of %i pixels', async (width) => {
    const { bell, cards, panel } = await site.visit('/', { viewport: { width, height: 800 } });
    await bell.click();
    await cards.first().waitFor();
    const overflow = await panel.evaluate((dialog) => {
      const { left, right } = dialog.getBoundingClientRect();
      const list = dialog.querySelector('nudge-inbox')?.shadowRoot?.querySelector('.list');
      return {
        isInside: left >= 0 && right <= innerWidth,
        list: list && list.scrollWidth - list.clientWidth,
      };
    });
    expect(overflow).toEqual({ isInside: true, list: 0 });
  });
});
