import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** The origin of a served folder. Nothing listens there. */
export const origin = 'http://localhost';

/** Responds to the requests of a page with the files of a folder, as a plain web host does. */
export async function serveFolder(page: Page, folder: string): Promise<void> {
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const path = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    return route.fulfill(existsSync(path) ? { path } : { status: 404 });
  });
}
