import { writeFileSync } from 'node:fs';
import { describeFailure } from './test-results.mjs';

/**
 * A reporter for @web/test-runner that writes `{ passed, failures, skipped }` to a file, so that other scripts can add up
 * all suites.
 */
export function countReporter(file) {
  return {
    stop({ sessions }) {
      const totals = { passed: 0, failures: [], skipped: [] };
      const join = (...names) => names.filter(Boolean).join(' > ');
      const add = (suite, ...path) => {
        for (const test of suite.tests) {
          const name = join(...path, suite.name, test.name);
          if (test.skipped) totals.skipped.push(name);
          else if (test.passed) totals.passed += 1;
          else totals.failures.push(describeFailure(name, test.error?.message));
        }
        for (const child of suite.suites) add(child, ...path, suite.name);
      };
      for (const session of sessions) {
        if (session.testResults) add(session.testResults, session.testFile);
        if (session.errors.length > 0 || (!session.passed && !session.testResults)) {
          totals.failures.push(join(session.testFile, session.errors[0]?.message ?? 'did not run'));
        }
      }
      if (file) writeFileSync(file, JSON.stringify(totals));
    },
  };
}
