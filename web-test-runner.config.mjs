import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { countReporter } from './scripts/count-reporter.mjs';
import { browserArguments, ensureBrowser } from './scripts/find-browser.mjs';

const executablePath = await ensureBrowser();

/** A pointer that hovers, as on a desktop: a browser without a display has none. */
const mouse =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

export default {
  files: 'test/elements/**/*.test.ts',
  nodeResolve: { exportConditions: ['development'] },
  reporters: [defaultReporter({ reportTestProgress: false }), countReporter(process.env.TEST_RESULTS)],
  // Generous, so that a busy machine does not fail tests.
  testFramework: { config: { timeout: '10000' } },
  plugins: [
    a11ySnapshotPlugin(),
    esbuildPlugin({
      ts: true,
      tsconfig: new URL('./tsconfig.json', import.meta.url).pathname,
      target: 'es2022',
    }),
  ],
  browsers: [
    chromeLauncher({ launchOptions: { executablePath, headless: true, args: [...browserArguments, mouse] } }),
  ],
  coverageConfig: { include: ['src/**/*.ts'], reporters: ['text', 'lcovonly'] },
};
