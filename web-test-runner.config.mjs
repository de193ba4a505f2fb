import { defaultReporter, summaryReporter } from '@web/test-runner';
import { junitReporter } from '@web/test-runner-junit-reporter';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { bundleTests } from './scripts/bundle-tests.mjs';
import { focusPagePlugin, launchers } from './scripts/engines.mjs';
import { findFreePort } from './scripts/free-port.mjs';

const { ENGINE: engine = 'chromium', JUNIT_REPORT: report } = process.env;

/** All tests of a suite and of the suites within it. */
function listTests({ tests = [], suites = [] } = {}) {
  return [...tests, ...suites.flatMap(listTests)];
}

/** Ends a run without a terminal with its total. */
const totalReporter = {
  onTestRunFinished({ sessions }) {
    const tests = [...sessions].flatMap(({ testResults }) => listTests(testResults));
    const passed = tests.filter((test) => test.passed);
    const failed = tests.filter((test) => !test.passed && !test.skipped);
    console.log(`${passed.length} passed, ${failed.length} failed`);
  },
};

export default {
  files: 'test/elements/**/*.test.ts',
  // Several runs start side by side, each of which would choose the same port.
  port: await findFreePort(),
  // However many processors there are: of several tabs, one is visible, and all share the storage of the site.
  concurrency: 1,
  reporters: [
    // The default one prints nothing without a terminal.
    ...(process.stdout.isTTY ? [defaultReporter()] : [summaryReporter({}), totalReporter]),
    ...(report ? [junitReporter({ outputPath: report })] : []),
  ],
  // The tests run Lit's development build for its warnings. Suppress only the notice that it is a development build.
  testRunnerHtml: (testFramework) => `<!doctype html>
    <html>
      <head></head>
      <body>
        <script>globalThis.litIssuedWarnings = new Set(['dev-mode']);</script>
        <script type="module" src="${testFramework}"></script>
      </body>
    </html>`,
  // Only to end what hangs: a wait ends first, and says for what.
  testFramework: { config: { timeout: '60000' } },
  testsFinishTimeout: 600_000,
  browserStartTimeout: 120_000,
  testsStartTimeout: 60_000,
  plugins: [
    a11ySnapshotPlugin(),
    focusPagePlugin,
    bundleTests('test/elements', 'test/journeys', 'test/compat/pages'),
  ],
  browsers: [await launchers[engine]()],
  coverageConfig: {
    include: ['bundle/**'],
    exclude: ['bundle/libraries-*.js'],
    reporters: ['text', 'lcovonly'],
  },
};
