import { test } from '@playwright/test';
import { installTimeoutMs, pack } from './install.js';

test('The package builds and packs', async () => {
  test.setTimeout(installTimeoutMs);
  await pack();
});
