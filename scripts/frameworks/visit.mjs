// One visitor's look at the page of an app, by what a person sees and a developer's console tells.
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** In milliseconds; far above what anything takes. */
const patience = 8000;

/** Waits until it is so: what a page shows comes a little later than what causes it. */
export async function eventually(what, see, wanted) {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await see();
    if (isDeepStrictEqual(seen, wanted)) return;
    if (Date.now() > end)
      throw new Error(`${what}: ${JSON.stringify(seen)} in place of ${JSON.stringify(wanted)}`);
    await setTimeout(25);
  }
}

/** Two frames, in which the page may do what it would do at once. */
export function frames(page) {
  return page.evaluate(() => {
    const { requestAnimationFrame } = globalThis;
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

export class Visit {
  /** What the console told as an error, and what reached the window uncaught. */
  errors = [];
  warnings = [];

  static async start(browser, address, { path = '/', script } = {}) {
    const context = await browser.newContext({
      baseURL: address,
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      locale: 'en-GB',
    });
    const visit = new Visit(await context.newPage());
    if (script) await visit.page.addInitScript(script);
    await visit.page.goto(path);
    return visit;
  }

  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(patience);
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
      // That Lit's development build is one goes without saying.
      if (message.type() === 'warning' && !message.text().startsWith('Lit is in dev mode'))
        this.warnings.push(message.text());
    });
  }

  get bell() {
    return this.page.locator('nudge-bell').getByRole('button', { name: /^(News|Messages|Notifications)/ });
  }

  get panel() {
    return this.page.getByRole('dialog');
  }

  get preferences() {
    return this.page.locator('main > nudge-preferences');
  }

  card(title) {
    return this.panel.locator('nudge-notification').filter({ hasText: title });
  }

  /** A control of the page, which every app has alike. */
  press(name) {
    return this.page.locator('main').getByRole('button', { name, exact: true }).click();
  }

  seeBell(name) {
    return eventually('the name of the bell', () => this.bell.getAttribute('aria-label'), name);
  }

  async open() {
    await this.bell.click();
    await this.panel.waitFor();
  }

  async close() {
    await this.panel.getByRole('button', { name: 'Close' }).click();
    await this.panel.waitFor({ state: 'hidden' });
  }

  /** The lines of the page's log. */
  log() {
    return this.page.getByRole('list', { name: 'Log' }).getByRole('listitem').allTextContents();
  }

  /** Does it, and sees that of these events just these lines are told: none is lost, none comes twice. */
  async hears(types, act, wanted) {
    const before = (await this.log()).length;
    await act();
    const see = async () =>
      (await this.log()).slice(before).filter((line) => types.some((type) => line.includes(` ${type} `)));
    await eventually(`heard of ${types.join(', ')}`, see, wanted);
    await frames(this.page);
    await eventually(`heard of ${types.join(', ')} in the end`, see, wanted);
  }

  /** Waits until the page has been told last that so many are unread, and that these are all. */
  hearsCount(count) {
    const see = async () =>
      (await this.log()).filter((line) => line.includes(' nudge-unread-count-change ')).at(-1);
    const wanted = `nudge-bell nudge-unread-count-change {"count":${count},"isComplete":true}`;
    return eventually('the last count', see, wanted);
  }

  /** What the service was asked for so far: the last part of each path. */
  async requests() {
    const told = async () => (await this.log()).filter((line) => line.startsWith('requests '));
    const before = (await told()).length;
    await this.press('Requests');
    await eventually('lines of requests', async () => (await told()).length, before + 1);
    return JSON.parse((await told())[before].slice('requests '.length));
  }

  async end() {
    await this.page.context().close();
  }
}
