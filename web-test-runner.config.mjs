import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { countReporter } from './scripts/count-reporter.mjs';
import { browserArguments, ensureBrowser } from './scripts/find-browser.mjs';
import { leanServed } from './scripts/lean-served.mjs';

const executablePath = await ensureBrowser();
/** As in the files for script tags: Lit's production build, and of the libraries what the elements use. */
const isLean = process.env.LEAN_LIBRARIES === '1';

export default {
  files: 'test/elements/**/*.test.ts',
  nodeResolve: { exportConditions: [isLean ? 'production' : 'development'] },
  reporters: [defaultReporter({ reportTestProgress: false }), countReporter(process.env.TEST_RESULTS)],
  // For a machine that has more to do.
  testFramework: { config: { timeout: '10000' } },
  plugins: [
    ...(isLean ? leanServed() : []),
    a11ySnapshotPlugin(),
    esbuildPlugin({
      ts: true,
      tsconfig: new URL('./tsconfig.json', import.meta.url).pathname,
      target: 'es2022',
    }),
  ],
  browsers: [chromeLauncher({ launchOptions: { executablePath, headless: true, args: browserArguments } })],
  coverageConfig: { include: ['src/**/*.ts'], reporters: ['text', 'lcovonly'] },
};
