import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { countReporter } from './scripts/count-reporter.mjs';
import { focusPagePlugin, launchers } from './scripts/engines.mjs';

const createLauncher = launchers[process.env.ENGINE ?? 'chromium'];

export default {
  files: 'test/elements/**/*.test.ts',
  nodeResolve: { exportConditions: ['development'] },
  reporters: [defaultReporter({ reportTestProgress: false }), countReporter(process.env.TEST_RESULTS)],
  // The tests run Lit's development build for its warnings. Suppress only the notice that it is a development build.
  testRunnerHtml: (testFramework) => `<!doctype html>
    <html>
      <head></head>
      <body>
        <script>globalThis.litIssuedWarnings = new Set(['dev-mode']);</script>
        <script type="module" src="${testFramework}"></script>
      </body>
    </html>`,
  // Generous, so that a busy machine does not fail tests.
  testFramework: { config: { timeout: '10000' } },
  plugins: [
    a11ySnapshotPlugin(),
    focusPagePlugin,
    esbuildPlugin({
      ts: true,
      tsconfig: new URL('./tsconfig.json', import.meta.url).pathname,
      target: 'es2022',
    }),
  ],
  browsers: [await createLauncher()],
  coverageConfig: { include: ['src/**/*.ts'], reporters: ['text', 'lcovonly'] },
};
