import { defineConfig } from '@playwright/test';
import { browserArguments, ensureBrowser } from './scripts/find-browser.mjs';

const { JUNIT_REPORT: report } = process.env;
const executablePath = await ensureBrowser();

/** These make a page produce the same pixels on every machine, as far as Chromium can. */
const stableRendering = [
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-font-subpixel-positioning',
  '--disable-lcd-text',
  '--force-device-scale-factor=1',
];

export default defineConfig({
  testDir: 'test',
  outputDir: 'test-results',
  forbidOnly: true,
  workers: 2,
  reporter: report ? [['list'], ['junit', { outputFile: report }]] : 'list',
  updateSnapshots: 'none',
  expect: { timeout: 15_000 },
  use: {
    actionTimeout: 15_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args: browserArguments },
  },
  projects: [
    { name: 'build', testMatch: 'pages/build.setup.ts' },
    {
      name: 'pages',
      testMatch: 'pages/*.spec.ts',
      dependencies: ['build'],
      timeout: 60_000,
      use: { viewport: { width: 1280, height: 900 } },
    },
    {
      name: 'pictures',
      testMatch: 'pictures/*.spec.ts',
      fullyParallel: true,
      snapshotPathTemplate: 'test/pictures/{arg}{ext}',
      use: { launchOptions: { executablePath, args: [...browserArguments, ...stableRendering] } },
    },
    {
      name: 'storybook',
      testMatch: 'storybook/*.spec.ts',
      fullyParallel: true,
      // Each page loads all of Storybook, for which a busy machine has taken 24 seconds.
      timeout: 60_000,
      expect: { timeout: 45_000 },
      use: { actionTimeout: 45_000 },
    },
    { name: 'package', testMatch: 'frameworks/package.setup.ts' },
    {
      name: 'frameworks',
      testMatch: 'frameworks/*.spec.ts',
      dependencies: ['package'],
      timeout: 60_000,
      use: { viewport: { width: 1280, height: 900 } },
    },
    {
      name: 'more-frameworks',
      testMatch: 'frameworks/more/*.spec.ts',
      dependencies: ['package'],
      timeout: 60_000,
      use: { viewport: { width: 1280, height: 900 } },
    },
    { name: 'examples', testMatch: 'examples/*.spec.ts', dependencies: ['package'], timeout: 60_000 },
  ],
});
