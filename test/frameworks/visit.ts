import { expect, type Page } from '@playwright/test';

/** The page of an app, as its user and a developer at the console see it. */
export class Visit {
  readonly page: Page;
  /** Uncaught errors and those in the console. */
  readonly errors: string[] = [];
  readonly warnings: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      // Browsers request an icon that no app has.
      const isIcon = message.location().url.endsWith('/favicon.ico');
      if (message.type() === 'error' && !isIcon) this.errors.push(message.text());
      if (message.type() === 'warning' && !message.text().startsWith('Lit is in dev mode'))
        this.warnings.push(message.text());
    });
  }

  get bell() {
    return this.page.locator('nudge-bell').getByRole('button', { name: /^(News|Messages|Notifications)/ });
  }

  get badge() {
    return this.page.locator('nudge-bell [part~="badge"]');
  }

  get panel() {
    return this.page.getByRole('dialog');
  }

  /** The lines of the app's log. */
  get log() {
    return this.page.getByRole('list', { name: 'Log' }).getByRole('listitem');
  }

  /** What the app shows without the elements. */
  get own() {
    return this.page.getByRole('region', { name: 'Own interface' });
  }

  card(text: string) {
    return this.panel.locator('nudge-card').filter({ hasText: text });
  }

  /** A switch of the preferences beside the bell. */
  preference(name: string) {
    return this.page.locator('main > nudge-preferences').getByRole('switch', { name });
  }

  /** Clicks a button of the app. All apps have the same. */
  press(name: string) {
    return this.page.locator('main').getByRole('button', { name, exact: true }).click();
  }

  async open() {
    await this.bell.click();
    await expect(this.panel).toBeVisible();
  }

  async close() {
    await this.panel.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(this.panel).toBeHidden();
  }

  expectBell(label: string) {
    return expect(this.bell).toHaveAttribute('aria-label', label);
  }

  expectOwnList(titles: string[]) {
    const list = this.own.getByRole('list', { name: 'Own list' });
    return expect(list.getByRole('listitem')).toHaveText(titles);
  }

  /** Expects exactly these log lines for events of these types, each once. */
  async expectEvents(types: string[], act: () => Promise<void>, expected: string[]) {
    const before = await this.log.count();
    await act();
    const events = async () => {
      const lines = (await this.log.allTextContents()).slice(before);
      return lines.filter((line) => types.some((type) => line.includes(` ${type} `)));
    };
    await expect.poll(events).toEqual(expected);
  }

  /** Expects the last reported counts of what is unread and of what of it is unseen. */
  expectCount(count: number, unseenCount = 0) {
    return expect(this.log.filter({ hasText: ' nudge-unread-count-change ' }).last()).toHaveText(
      `nudge-bell nudge-unread-count-change {"count":${count},"unseenCount":${unseenCount},"isComplete":true}`,
    );
  }

  /** Resolves with the last path segment of each request so far. */
  async requests() {
    const lines = this.log.filter({ hasText: /^requests / });
    const before = await lines.count();
    await this.press('Log requests');
    await expect(lines).toHaveCount(before + 1);
    return JSON.parse((await lines.nth(before).innerText()).slice('requests '.length)) as string[];
  }

  /** Expects no line twice for events that a journey causes once. */
  async expectNoRepeatedEvent() {
    const lines = (await this.log.allTextContents()).filter((line) =>
      / nudge-\S+ .*(ids|"id"|groupId|error)"/.test(line),
    );
    expect(lines).toEqual([...new Set(lines)]);
  }

  async expectNoRepeatedRequest() {
    const requests = await this.requests();
    expect(requests).toEqual([...new Set(requests)]);
  }

  /** Expects a session, texts and a card renderer that were set when the elements were created. */
  async expectInitialProperties({ hasCustomCards = true } = {}) {
    await this.expectBell('News, 3 new');
    await this.open();
    // Slotted into the panel: in the document, it is a child of the bell.
    const customCard = this.page.locator('nudge-bell').getByText('By hand: Your invoice for October');
    if (hasCustomCards) await expect(customCard).toBeVisible();
    await expect(this.panel.getByRole('button', { name: 'All News' })).toBeVisible();
    await this.close();
    // What the panel has shown is seen.
    await this.expectBell('News');
    await expect(this.preference('Orders and deliveries')).toBeVisible();
  }
}
