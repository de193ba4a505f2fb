import { defaultReporter } from '@web/test-runner';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { bundleTests } from './scripts/bundle-tests.mjs';
import { countReporter } from './scripts/count-reporter.mjs';
import { focusPagePlugin, launchers } from './scripts/engines.mjs';

const createLauncher = launchers[process.env.ENGINE ?? 'chromium'];

export default {
  files: 'test/elements/**/*.test.ts',
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
  browserStartTimeout: 120_000,
  testsStartTimeout: 60_000,
  plugins: [a11ySnapshotPlugin(), focusPagePlugin, bundleTests('test/elements')],
  browsers: [await createLauncher()],
  coverageConfig: {
    include: ['bundle/**'],
    exclude: ['bundle/libraries-*.js'],
    reporters: ['text', 'lcovonly'],
  },
};
