import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { countReporter } from './scripts/count-reporter.mjs';
import { browserArguments, ensureBrowser, mouse } from './scripts/find-browser.mjs';

const executablePath = await ensureBrowser();

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
