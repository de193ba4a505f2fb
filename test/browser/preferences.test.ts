import { describe, expect, it } from 'vitest';
import { eventually, useSite, type Visit } from './site.js';

describe('The preferences on the account page', () => {
  const site = useSite();

  function settings({ page }: Visit) {
    const element = page.locator('main nudge-preferences');
    return {
      element,
      stock: element.getByRole('switch', { name: 'Back in stock' }),
      replies: element.getByRole('group', { name: 'Questions and reviews' }),
    };
  }

  it('show the saved choice after a reload and on other pages', async () => {
    const visit = await site.visit('/account');
    const { stock, replies, element } = settings(visit);
    expect(await stock.isChecked()).toBe(true);
    await stock.click();
    await replies.getByRole('button', { name: 'Don’t receive' }).click();
    const isChecked = (name: string) => element.getByRole('switch', { name }).isChecked();
    await eventually(() => isChecked('Questions and reviews')).toBe(false);
    const { sandbox } = site.shop;
    await eventually(() => sandbox.groups.map(({ id }) => sandbox.preference(id))).toEqual([
      undefined,
      true,
      true,
      undefined,
      undefined,
    ]);

    await visit.page.reload();
    await eventually(() => isChecked('Back in stock')).toBe(false);
    await eventually(() => isChecked('Questions and reviews')).toBe(false);
    expect(await isChecked('Orders and deliveries')).toBe(true);

    await visit.page.goto('/');
    await visit.bell.click();
    await visit.panel.getByRole('button', { name: 'Preferences' }).click();
    await eventually(() => visit.panel.getByRole('switch', { name: 'Back in stock' }).isChecked()).toBe(
      false,
    );
    expect(visit.violations).toEqual([]);
    expect(visit.errors).toEqual([]);
  });

  it('update together with the preferences of the bell', async () => {
    const visit = await site.visit('/account');
    await settings(visit).stock.waitFor();
    await visit.bell.click();
    await visit.panel.getByRole('button', { name: 'Preferences' }).click();
    await visit.panel.getByRole('switch', { name: 'Back in stock' }).click();
    await eventually(() => settings(visit).stock.isChecked()).toBe(false);
  });

  it('roll back a choice that could not be saved', async () => {
    site.shop.sandbox.failNext({ status: 400 }, 1, 'grp_stock');
    const visit = await site.visit('/account');
    const { stock, element } = settings(visit);
    await stock.click();
    await element.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await stock.isChecked()).toBe(true);
    await visit.page.reload();
    await eventually(() => settings(visit).stock.isChecked()).toBe(true);
    await element.getByRole('button', { name: 'Mute all' }).waitFor();
  });
});
