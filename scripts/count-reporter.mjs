import { writeFileSync } from 'node:fs';

/**
 * A reporter for @web/test-runner that writes `{ passed, failures }` to a file, so that test.mjs can add up all suites.
 */
export function countReporter(file) {
  return {
    stop({ sessions }) {
      const totals = { passed: 0, failures: [] };
      const fail = (...names) => totals.failures.push(names.filter(Boolean).join(' > '));
      const add = (suite, ...path) => {
        for (const test of suite.tests) {
          if (test.passed) totals.passed += 1;
          else fail(...path, suite.name, test.name);
        }
        for (const child of suite.suites) add(child, ...path, suite.name);
      };
      for (const session of sessions) {
        if (session.testResults) add(session.testResults, session.testFile);
        if (session.errors.length > 0 || (!session.passed && !session.testResults)) {
          fail(session.testFile, session.errors[0]?.message ?? 'did not run');
        }
      }
      if (file) writeFileSync(file, JSON.stringify(totals));
    },
  };
}
