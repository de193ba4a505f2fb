/* global document, window, requestAnimationFrame, CSSStyleSheet, FontFace -- of the page that is photographed */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright';
import { browserArguments, ensureBrowser } from '../find-browser.mjs';

/** So that the same page makes the same pixels on another machine, as far as Chromium can. */
const steady = [
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-font-subpixel-positioning',
  '--disable-lcd-text',
  '--force-device-scale-factor=1',
];

/** The clock of all pictures: a Wednesday, so that no day has the name of another. */
const now = new Date('2026-03-18T14:30:00Z');

const { resolve } = createRequire(import.meta.url);
const fonts = [
  ...[400, 500, 600, 700].map((weight) => [
    `@fontsource/inter/files/inter-latin-${weight}-normal.woff2`,
    weight,
  ]),
  ...[400, 500, 600, 700].flatMap((weight) => [
    [`@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff2`, weight],
  ]),
].map(([file, weight]) => ({
  weight,
  family: file.includes('arabic') ? 'Picture Arabic' : 'Picture Latin',
  data: readFileSync(resolve(file)).toString('base64'),
}));

const families = "'Picture Latin', 'Picture Arabic'";
/** The elements take the token; what a story writes around them has a font of its own. */
const styles = `:root { --nudge-font-family: ${families}; } #storybook-root [lang] { font-family: ${families} !important; }`;

/** Runs in the page before anything else. */
function prepare({ fonts, styles }) {
  for (const { family, weight, data } of fonts) {
    const font = new FontFace(family, `url(data:font/woff2;base64,${data})`, { weight });
    document.fonts.add(font);
    void font.load();
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [sheet];
}

/** Runs in the page: the story has been played, and all that it shows is there. */
async function settle() {
  await document.fonts.ready;
  const trees = (root) => [
    root,
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? trees(shadowRoot) : [])),
  ];
  const images = trees(document).flatMap((tree) => [...tree.querySelectorAll('img')]);
  const isSeen = (image) => {
    const { top, bottom, width } = image.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < window.innerHeight;
  };
  // A broken one is replaced by the element itself.
  await Promise.all(images.filter(isSeen).map((image) => image.decode().catch(() => undefined)));
  for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
}

/** Takes pictures of the stories of a built Storybook. */
export class Photographer {
  #browser;
  #origin;

  static async start(origin) {
    const photographer = new Photographer();
    photographer.#origin = origin;
    photographer.#browser = await chromium.launch({
      executablePath: await ensureBrowser(),
      args: [...browserArguments, ...steady],
    });
    return photographer;
  }

  /** Which browser takes the pictures: another one draws the same letters a little otherwise. */
  get browser() {
    return `Chromium ${this.#browser.version()} on ${process.platform}`;
  }

  async stop() {
    await this.#browser.close();
  }

  /** The picture as PNG; rejects where the story does not come to its end. */
  async take({ story, width, height, theme = 'light', language = 'en', direction = 'auto' }) {
    const context = await this.#browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: 1,
      colorScheme: theme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    try {
      const page = await context.newPage();
      await page.clock.setFixedTime(now);
      await page.addInitScript(prepare, { fonts, styles });
      // Accessibility is for the tests of the stories to judge.
      const globals = `theme:${theme};language:${language};direction:${direction};a11y.manual:!true`;
      await page.goto(`${this.#origin}/iframe.html?id=${story}&viewMode=story&globals=${globals}`);
      const ending = await page.waitForFunction(
        () => window.__STORYBOOK_ADDONS_CHANNEL__?.last('storyFinished')?.[0].status,
      );
      if ((await ending.jsonValue()) !== 'success') throw new Error(`The story ${story} fails.`);
      await page.evaluate(settle);
      return await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
    } finally {
      await context.close();
    }
  }
}
