// What the elements do in a page that the real lockdown() of SES has locked, by the line of the documentation or without it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { serveFolder } from '../../serve-folder.js';
import { appFolder, install, installTimeoutMs } from '../install.js';
import { Visit } from '../visit.js';

const folder = appFolder('ses');

test.describe('A page that SES has locked', () => {
  test.describe.configure({ timeout: installTimeoutMs });
  test.beforeAll(() => install('ses', { basedOn: 'html' }));

  async function visitLocked(visit: Visit, first: string): Promise<void> {
    const ses = readFileSync(join(folder, 'node_modules/ses/dist/ses.umd.js'), 'utf8');
    await visit.page.addInitScript({ content: `${first}\n${ses}\nlockdown({ reporting: 'none' });` });
    await visit.page.goto(await serveFolder(folder));
    expect(await visit.page.evaluate(() => Object.isFrozen(Error.prototype))).toBe(true);
  }

  test('opens the panel, and saves what the customer has read and chosen', async ({ page }) => {
    const visit = new Visit(page);
    await visitLocked(visit, "Symbol.metadata ??= Symbol('metadata');");
    await visit.expectCount(3, 3);
    await visit.open();
    await visit.panel.getByRole('link', { name: 'Your parcel is out for delivery' }).click();
    await visit.expectCount(2);
    await visit.preference('Offers').click();
    await expect(visit.preference('Offers')).not.toBeChecked();
    expect([...visit.errors, ...visit.warnings]).toEqual([]);
  });

  test('says what to run before', async ({ page }) => {
    const visit = new Visit(page);
    await visitLocked(visit, '');
    await expect
      .poll(() => visit.warnings)
      .toContain(
        "[nudge-inbox] There are no elements: Symbol is frozen, to which Lit adds. First run Symbol.metadata ??= Symbol('metadata').",
      );
  });
});
