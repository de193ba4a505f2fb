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
            'test/{common,api,backend,check,client,session,sandbox,localization,docs,simulated-dom}/**/*.test.ts',
            'test/compat/*.test.ts',
            'test/*.test.ts',
          ],
          // Only to end what hangs: a busy machine takes long for a test that compiles.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'postgres',
          environment: 'node',
          include: ['test/postgres/*.test.ts'],
          globalSetup: 'test/postgres/start-server.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'failover',
          environment: 'node',
          include: ['test/failover/*.test.ts'],
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'random-acts',
          environment: 'node',
          include: ['test/session/random-acts/*.test.ts'],
          env: { SEEDS: '2000' },
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'package',
          environment: 'node',
          include: ['test/package/*.test.ts'],
          globalSetup: 'test/package/pack-once.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'registry',
          environment: 'node',
          include: ['test/package/registry/*.test.ts'],
          globalSetup: ['test/package/pack-once.ts', 'test/postgres/start-server.ts'],
          testTimeout: 120_000,
          // Longer than the limit of an installation.
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'clone',
          environment: 'node',
          include: ['test/clone/*.test.ts'],
          // Only to end what hangs: it runs all that `npm test` runs.
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [storybookTest({ configDir: new URL('./.storybook', import.meta.url).pathname })],
        test: {
          name: 'stories',
          isolate: false,
          testTimeout: 120_000,
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
