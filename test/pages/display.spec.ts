import { expect, test, type Visit } from './site.js';

const fontSizeOf = (visit: Visit, selector: string): Promise<number> =>
  visit.panel
    .locator(`nudge-inbox ${selector}`)
    .first()
    .evaluate((element) => parseFloat(getComputedStyle(element).fontSize));

test.describe('In forced colours', () => {
  test.use({ forcedColors: 'active' });

  test('the list shows the focused article and the dot of an unread one', async ({ visit }) => {
    await visit.goto();
    await visit.openPanel();
    const article = visit.panel.locator('.loaded.unread').first();
    await article.focus();
    await visit.page.keyboard.press('ArrowDown');
    await visit.page.keyboard.press('ArrowUp');
    await expect(article).toBeFocused();
    const [ring, dot] = await article.evaluate((element) => {
      const look = getComputedStyle(element, '::before');
      const shadow = element.querySelector('nudge-card')?.shadowRoot;
      const mark = getComputedStyle(shadow!.querySelector('.dot')!);
      const surface = getComputedStyle(shadow!.querySelector('.card')!).backgroundColor;
      return [
        [look.outlineStyle, look.outlineWidth, look.outlineColor === surface],
        [mark.borderTopWidth, mark.borderTopColor === surface],
      ];
    });
    expect(ring).toEqual(['solid', '2px', false]);
    expect(dot).toEqual(['4px', false]);
  });

  test.describe('on a touch screen', () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

    test('tags and their filter have thin lines, and 44 pixels', async ({ visit }) => {
      await visit.goto();
      await visit.bell.tap();
      const tag = visit.panel.locator('button.tag').first();
      await tag.tap();
      for (const control of [tag, visit.panel.locator('.chip')]) {
        const [border, height] = await control.evaluate((element) => [
          getComputedStyle(element).borderWidth,
          element.getBoundingClientRect().height,
        ]);
        expect(border).toBe('1px');
        expect(height).toBeGreaterThanOrEqual(44);
      }
    });
  });

  test('the mark of an answer has the color of its text', async ({ visit }) => {
    await visit.goto();
    await visit.openPanel();
    await visit.panel.getByRole('button', { name: 'Leave with a neighbour' }).click();
    const answer = visit.panel.locator('.answer');
    await expect(answer).toContainText('Left with a neighbour');
    const [text, mark] = await answer.evaluate((element) =>
      [element, element.querySelector('svg')!].map((part) => getComputedStyle(part).color),
    );
    expect(mark).toBe(text);
  });
});

test('The size of text follows --nudge-font-size, and the heading stays larger than a title', async ({
  visit,
}) => {
  await visit.goto();
  await visit.page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':root { --nudge-font-size: 28px }');
    document.adoptedStyleSheets.push(sheet);
  });
  await visit.openPanel();
  const title = await fontSizeOf(visit, '.title');
  expect(title).toBe(28);
  expect(await fontSizeOf(visit, 'h2')).toBeGreaterThan(title);
  expect(await fontSizeOf(visit, '.day')).toBeCloseTo(24, 0);
});
