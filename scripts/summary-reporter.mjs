/** A Playwright reporter whose last line is `N passed, N failed`. CI adds these lines up over all suites. */
export default class SummaryReporter {
  #tests = [];
  #errors = [];

  onBegin(_config, suite) {
    this.#tests = suite.allTests();
  }

  /** Playwright reports errors outside of tests here, such as a spec file that does not load. */
  onError({ message }) {
    this.#errors.push(message);
  }

  onEnd() {
    const failed = this.#tests.filter((test) => test.outcome() !== 'expected');
    // The path of a test begins with an empty name, that of the root.
    const failures = [...this.#errors, ...failed.map((test) => test.titlePath().filter(Boolean).join(' > '))];
    if (failures.length > 0) console.log(`\nfailed:\n${failures.join('\n')}`);
    console.log(`\n${this.#tests.length - failed.length} passed, ${failures.length} failed`);
  }
}
