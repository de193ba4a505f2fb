import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserArguments, findBrowser } from './scripts/find-browser.mjs';

const executablePath = findBrowser();
const { JUNIT_REPORT: report } = process.env;

export default defineConfig({
  test: {
    reporters: report ? ['default', ['junit', { outputFile: report }]] : 'default',
    coverage: { provider: 'v8', include: ['src/**/*.ts'] },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'test/{common,api,backend,client,inbox,sandbox,localization,docs}/**/*.test.ts',
            'test/*.test.ts',
          ],
          // Generous, so that a busy machine does not fail tests.
          testTimeout: 20_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'postgres',
          environment: 'node',
          include: ['test/postgres/*.test.ts'],
          globalSetup: 'test/postgres/start-server.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'random-acts',
          environment: 'node',
          include: ['test/inbox/random-acts/*.test.ts'],
          env: { SEEDS: '2000' },
        },
      },
      {
        test: {
          name: 'pages',
          environment: 'node',
          include: ['test/{browser,package}/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        plugins: [storybookTest({ configDir: new URL('./.storybook', import.meta.url).pathname })],
        test: {
          name: 'stories',
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath && { executablePath }), args: browserArguments },
              // While elements fade in, their colors fail the contrast check.
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
