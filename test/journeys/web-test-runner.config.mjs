import { existsSync } from 'node:fs';
import elements from '../../web-test-runner.config.mjs';
import { servePages, serveShop } from './server.mjs';

if (!existsSync('dist/cdn/nudge-inbox.js')) {
  throw new Error('The journeys visit pages with the built script: run `npm run build` first.');
}

/** As for the elements, but with the pages to visit. */
export default {
  ...elements,
  files: ['test/journeys/**/*.test.ts', 'test/compat/pages/*.test.ts'],
  middleware: [servePages, await serveShop()],
};
