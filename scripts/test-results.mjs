import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Names a failed test with the first line of its error, since where only the totals are kept, it is all that is known. */
export function describeFailure(name, message) {
  const [reason] = (message ?? '').split('\n');
  return reason ? `${name}: ${reason}` : name;
}

/** Reads the results file of a suite: `{ passed, failures }`, or a vitest report. */
export function readResults(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  if (!report.testResults) return report;
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => describeFailure(test.fullName, test.failureMessages[0]));
    if (status === 'failed' && failed.length === 0) failed.push('did not run');
    return failed.map((test) => `${relative('.', name)} > ${test}`);
  });
  return { passed: report.numPassedTests, failures };
}
