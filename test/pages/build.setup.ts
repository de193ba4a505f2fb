import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';

test('The package is built', () => {
  expect(existsSync('dist/cdn/nudge-inbox.js'), 'the pages load the built scripts: run `npm run build`').toBe(
    true,
  );
});
