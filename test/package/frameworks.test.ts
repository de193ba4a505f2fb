import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// Each app is whole, so that it can be copied as it is.
it.each(['service.ts', 'page.css'])('the apps of the frameworks have the same %s', (name) => {
  const files = readdirSync('demo/frameworks')
    .map((app) => join('demo/frameworks', app, 'src', name))
    .filter((file) => existsSync(file));
  expect(files.length).toBeGreaterThan(4);
  expect(new Set(files.map((file) => readFileSync(file, 'utf8'))).size).toBe(1);
});
