import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test, type Browser } from '@playwright/test';
import { serveFolder } from '../serve-folder.js';

declare global {
  interface Window {
    __STORYBOOK_ADDONS_CHANNEL__?: {
      emit: (event: string, detail: unknown) => void;
      last: (event: string) => [{ status: string }] | undefined;
    };
  }
}

interface Picture {
  name: string;
  story: string;
  /** In CSS pixels. */
  width: number;
  height: number;
  theme?: 'light' | 'dark';
  language?: string;
}

/** Few enough to look at each one. None has an emoji, which each system draws differently. */
const pictures: Picture[] = [
  { name: 'open', story: 'design-reference--open', width: 480, height: 760 },
  { name: 'open-dark', story: 'design-reference--open', width: 480, height: 760, theme: 'dark' },
  { name: 'open-rtl', story: 'design-reference--open', width: 480, height: 760, language: 'ar' },
  { name: 'open-360', story: 'design-reference--open', width: 360, height: 640 },
  {
    name: 'open-360-rtl-dark',
    story: 'design-reference--open',
    width: 360,
    height: 640,
    theme: 'dark',
    language: 'ar',
  },
  { name: 'choices', story: 'design-reference--preference-not-saved', width: 448, height: 460 },
  {
    name: 'choices-dark',
    story: 'design-reference--preference-not-saved',
    width: 448,
    height: 460,
    theme: 'dark',
  },
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
  { name: 'card-long-names', story: 'design-content-limits--long-names', width: 448, height: 480 },
  { name: 'viewer', story: 'elements-notification--image-open', width: 720, height: 540 },
  { name: 'theme', story: 'design-custom-properties--tokens-changed', width: 1120, height: 640 },
];

const folder = 'test/pictures';
const origin = await serveFolder('storybook-static');
const browserFile = join(folder, 'browser.txt');

/**
 * The browser build that took the pictures reproduces every pixel. Another build draws the edges of letters differently:
 * up to 0.7 % of the pixels between Chromium 143 and 150. That comparison misses faint colors and rounded corners.
 */
const tolerances = {
  sameBuild: { threshold: 0.02, maxDiffPixelRatio: 0.0001 },
  otherBuild: { threshold: 0.1, maxDiffPixelRatio: 0.01 },
};

const now = new Date('2026-03-18T14:30:00Z');

const { resolve } = createRequire(import.meta.url);
const fonts = [
  { family: 'Picture Latin', files: '@fontsource/inter/files/inter-latin' },
  { family: 'Picture Arabic', files: '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic' },
].flatMap(({ family, files }) =>
  ['400', '500', '600', '700'].map((weight) => ({
    family,
    weight,
    data: readFileSync(resolve(`${files}-${weight}-normal.woff2`)).toString('base64'),
  })),
);

/** Runs in the page before anything else. */
function addFonts(faces: typeof fonts): void {
  for (const { family, weight, data } of faces) {
    const face = new FontFace(family, `url(data:font/woff2;base64,${data})`, { weight });
    document.fonts.add(face);
    void face.load();
  }
  const families = "'Picture Latin', 'Picture Arabic'";
  const sheet = new CSSStyleSheet();
  // The elements use the token. The markup of the stories has its own font.
  sheet.replaceSync(
    `:root { --nudge-font-family: ${families}; } #storybook-root [lang] { font-family: ${families} !important; }`,
  );
  document.adoptedStyleSheets = [sheet];
}

/** Runs in the page. A broken image does not reject, because the element replaces it. */
async function decodeVisibleImages(images: HTMLImageElement[]): Promise<void> {
  const visible = images.filter((image) => {
    const { top, bottom, width } = image.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < window.innerHeight;
  });
  await Promise.allSettled(visible.map((image) => image.decode()));
}

const takenBy = readFileSync(browserFile, 'utf8').trim();
const buildOf = (browser: Browser) => `Chromium ${browser.version()} on ${process.platform}`;
const isUpdate = () => test.info().config.updateSnapshots !== 'none';

test.beforeAll(({ browser }) => {
  if (isUpdate()) writeFileSync(browserFile, `${buildOf(browser)}\n`);
});

test('test/pictures/ has no stale pictures', () => {
  const known = pictures.map(({ name }) => `${name}.png`);
  const stale = readdirSync(folder).filter((file) => file.endsWith('.png') && !known.includes(file));
  if (isUpdate()) for (const file of stale) rmSync(join(folder, file));
  else expect(stale).toEqual([]);
});

for (const { name, story, width, height, theme = 'light', language = 'en' } of pictures) {
  test(`${story} looks like ${name}.png`, async ({ browser, page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await page.clock.setFixedTime(now);
    await page.addInitScript(addFonts, fonts);

    // The story tests check accessibility.
    const globals = `theme:${theme};language:${language};direction:auto;a11y.manual:!true`;
    await page.goto(`${origin}/iframe.html?id=${story}&viewMode=story&globals=${globals}`);
    const status = await page.waitForFunction(
      () => window.__STORYBOOK_ADDONS_CHANNEL__?.last('storyFinished')?.[0].status,
    );
    expect(await status.jsonValue()).toBe('success');
    await page.locator('img').evaluateAll(decodeVisibleImages);
    await expect(page).toHaveScreenshot(
      `${name}.png`,
      isUpdate() || buildOf(browser) === takenBy ? tolerances.sameBuild : tolerances.otherBuild,
    );
  });
}
