import { writeFileSync } from 'node:fs';

/** A reporter of @web/test-runner: writes `{ passed, failed }` to a file, so that all suites can be added up. */
export function countReporter(file) {
  return {
    stop({ sessions }) {
      const totals = { passed: 0, failed: 0 };
      const add = (suite) => {
        for (const test of suite.tests) totals[test.passed ? 'passed' : 'failed'] += 1;
        for (const child of suite.suites) add(child);
      };
      for (const session of sessions) {
        if (session.testResults) add(session.testResults);
        if (session.errors.length > 0 || (!session.passed && !session.testResults)) totals.failed += 1;
      }
      if (file) writeFileSync(file, JSON.stringify(totals));
    },
  };
}
