import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { eventually, useSite } from './site.js';

const nameOf = (page: Page): Promise<string | null> =>
  page.getByRole('banner').locator('nudge-bell button.bell').getAttribute('aria-label');

describe('A page with the script tag in another language', () => {
  const site = useSite();

  /** Visits the shop in this language, with its policy, and records the languages that it requests. */
  async function visitIn(
    language: string,
  ): Promise<Awaited<ReturnType<typeof site.open>> & { asked: string[] }> {
    const visit = await site.open();
    const asked: string[] = [];
    visit.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const [, language] = /-([a-z]{2})\.iife\.js$/.exec(pathname) ?? [];
      if (language) asked.push(language);
    });
    await visit.page.route('**/shop-in-another-language', async (route) => {
      const answer = await route.fetch({ url: `${site.address}/` });
      const body = (await answer.text()).replace('<html lang="en"', `<html lang="${language}"`);
      await route.fulfill({ response: answer, body });
    });
    await visit.page.goto('/shop-in-another-language');
    return { ...visit, asked };
  }

  it('loads the messages once from a part beside the script, under the strict policy', async () => {
    const { page, panel, cards, asked, errors, violations } = await visitIn('de-CH');
    await eventually(() => nameOf(page)).toBe('Benachrichtigungen, 12 ungelesen');
    await page.locator('nudge-bell button.bell').click();
    await cards.nth(2).waitFor();
    expect(await panel.getByRole('heading', { level: 2 }).textContent()).toMatch(
      /^\s*Benachrichtigungen\s*$/,
    );
    expect(await panel.locator('.day').first().textContent()).toBe('Heute');
    expect(await cards.first().getByRole('button', { name: 'Als gelesen markieren' }).count()).toBe(1);
    expect(asked).toEqual(['de']);
    expect([errors, violations]).toEqual([[], []]);
  });

  it('follows the language of the page and loads each language on first use', async () => {
    const { page, asked, errors, violations } = await visitIn('en-GB');
    const speak = (language: string): Promise<void> =>
      page.evaluate((lang) => void (document.documentElement.lang = lang), language);
    await eventually(() => nameOf(page)).toBe('Notifications, 12 unread');
    expect(asked).toEqual([]);
    await speak('ja');
    await eventually(() => nameOf(page)).toBe('通知、未読12件');
    await speak('pl');
    await eventually(() => nameOf(page)).toBe('Powiadomienia, 12 nieprzeczytanych');
    await speak('ja');
    await eventually(() => nameOf(page)).toBe('通知、未読12件');
    expect(asked).toEqual(['ja', 'pl']);
    expect([errors, violations]).toEqual([[], []]);
  });

  it('stays in English if the part is missing, without further requests', async () => {
    const { page, asked, errors } = await visitIn('en');
    await page.route('**/cdn/*-fr.iife.js', (route) => route.fulfill({ status: 404, body: 'Not here.' }));
    await eventually(() => nameOf(page)).toBe('Notifications, 12 unread');
    for (const language of ['fr', 'fr-CA', 'fr'])
      await page.evaluate(async (lang) => {
        document.documentElement.lang = lang;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }, language);
    await eventually(() => asked).toEqual(['fr']);
    await page.getByRole('button', { name: 'Order Enamel mug' }).click();
    await eventually(() => nameOf(page)).toBe('Notifications, 13 unread');
    expect([asked, errors]).toEqual([['fr'], []]);
  });
});
