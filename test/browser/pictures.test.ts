import { describe, expect, it } from 'vitest';
import { eventually, focused, useSite, type Site, type Visit } from './site.js';

interface Asked {
  path: string;
  referrer: string | undefined;
}

interface PictureVisit extends Visit {
  /** The requested pictures. */
  asked: Asked[];
}

/** A visit in which the pictures of the panel load once `ready` is settled. */
async function visit(site: Site, { ready = Promise.resolve(), width = 1280 } = {}): Promise<PictureVisit> {
  const asked: Asked[] = [];
  const opened = await site.open({ viewport: { width, height: 900 } });
  await opened.page.route('**/pictures/**', async (route) => {
    const { referer } = await route.request().allHeaders();
    asked.push({ path: new URL(route.request().url()).pathname, referrer: referer });
    // The page shows some of the same pictures; it gets none, so that the panel finds none in the cache.
    if (referer !== undefined) return route.abort();
    await ready;
    await route.continue();
  });
  await opened.page.goto('/');
  return { ...opened, asked };
}

describe('Notification images', () => {
  const site = useSite();

  it('load when the panel opens, without a referrer', async () => {
    const { page, bell, cards, asked } = await visit(site);
    await bell.waitFor();
    await page.waitForLoadState('networkidle');
    const ofThePage = asked.length;
    expect(asked.filter(({ referrer }) => referrer === undefined)).toEqual([]);
    await bell.click();
    await cards.first().waitFor();
    await eventually(() => asked.length).toBeGreaterThan(ofThePage + 3);
    expect(asked.slice(ofThePage).filter(({ referrer }) => referrer !== undefined)).toEqual([]);
  });

  it('cause no layout shift when they load late', async () => {
    let come = (): void => undefined;
    const ready = new Promise<void>((resolve) => (come = resolve));
    const { page, bell, panel } = await visit(site, { ready });
    await bell.click();
    await eventually(() => panel.locator('nudge-card').count()).toBeGreaterThan(6);
    const images = panel.locator('.image img');
    await eventually(() => images.count()).toBeGreaterThan(1);
    const arePainted = (): Promise<boolean[]> =>
      images.evaluateAll((found: HTMLImageElement[]) =>
        found.slice(0, 2).map(({ naturalWidth }) => naturalWidth > 0),
      );
    expect(await arePainted()).toEqual([false, false]);
    await images.first().scrollIntoViewIfNeeded();
    await page.waitForTimeout(100);
    const shifts = await page.evaluateHandle(() => {
      const seen: string[] = [];
      new PerformanceObserver((list) => {
        seen.push(...list.getEntries().map((entry) => JSON.stringify(entry)));
      }).observe({ type: 'layout-shift' });
      return seen;
    });
    come();
    await eventually(arePainted).toEqual([true, true]);
    await page.waitForTimeout(100);
    expect(await shifts.jsonValue()).toEqual([]);
  });

  it.each([
    ['a wide', 1280],
    ['a small', 360],
  ])('open over the panel by keyboard on %s screen and leave it open', async (_, width) => {
    const { page, bell, panel, errors, violations } = await visit(site, { width });
    await bell.click();
    const opener = panel.getByRole('button', { name: 'Open picture The lamp, lit' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const viewer = page.getByRole('dialog', { name: 'The lamp, lit' });
    await viewer.getByRole('img', { name: 'The lamp, lit' }).waitFor();
    expect(await viewer.boundingBox()).toEqual({ x: 0, y: 0, width, height: 900 });
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      // Between the last control and the first, the focus is in the browser's own interface.
      const inside = await viewer.evaluate((dialog) => dialog.matches(':focus-within'));
      expect(inside || (await focused(page)) === 'body').toBe(true);
    }
    await page.keyboard.press('Escape');
    await eventually(() => page.locator('dialog.viewer').count()).toBe(0);
    expect(await panel.isVisible()).toBe(true);
    expect(await opener.evaluate((button) => button.matches(':focus'))).toBe(true);
    expect(errors).toEqual([]);
    expect(violations).toEqual([]);
  });

  it.each(['ltr', 'rtl'])(
    'follow a finger that swipes, in %s direction, and the page does not',
    async (dir) => {
      const { page, bell, panel } = await site.visit('/', {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      await page.evaluate((direction) => (document.documentElement.dir = direction), dir);
      await bell.tap();
      await panel.getByRole('button', { name: 'Open picture The lamp, lit' }).tap();
      const position = page.locator('dialog.viewer .caption').getByText('of 2');
      expect(await position.textContent()).toBe('1 of 2');
      const devTools = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
        devTools.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
        });
      /** More than half of the screen, so that the speed of the machine does not matter. */
      const swipe = async (x: number, y: number): Promise<void> => {
        const start = { x: 195 - x / 2, y: 350 - y / 2 };
        await touch('touchStart', start.x, start.y);
        for (let step = 1; step <= 5; step += 1)
          await touch('touchMove', start.x + (x * step) / 5, start.y + (y * step) / 5);
        await touch('touchEnd');
      };
      const forward = dir === 'rtl' ? 280 : -280;
      await swipe(forward, 0);
      await eventually(() => position.textContent()).toBe('2 of 2');
      await swipe(-forward, 0);
      await eventually(() => position.textContent()).toBe('1 of 2');
      await swipe(0, -200);
      await swipe(forward, 0);
      await eventually(() => position.textContent()).toBe('2 of 2');
      expect(await page.evaluate(() => scrollY)).toBe(0);
    },
  );

  it('keep the page behind them from scrolling by wheel', async () => {
    const { page, bell, panel } = await visit(site);
    await bell.click();
    await panel.getByRole('button', { name: 'Open picture The lamp, lit' }).click();
    await page.locator('dialog.viewer img').first().waitFor();
    for (const [x, y] of [
      [640, 450],
      [20, 200],
      [640, 870],
    ] as const) {
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, 400);
    }
    await page.keyboard.press('PageDown');
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});
