/**
 * What a finding says:
 * - `ok`: as it has to be
 * - `wrong`: the elements do not work with that; the check fails
 * - `missing`: may be left out, and what the elements do then
 * - `note`: what was not checked, or has changed
 */
export type Severity = 'ok' | 'wrong' | 'missing' | 'note';

/** What the check has found out about one rule. */
export interface Finding {
  severity: Severity;
  /** The rule, such as `read-stored`. */
  rule: string;
  /** The request by which it was found, such as `POST /read`. */
  request: string;
  /** What was found, and what to do about it. */
  message: string;
}

/** Collects findings, and says each as soon as it is there. */
export class Report {
  readonly findings: Finding[] = [];
  readonly #onFinding: (finding: Finding) => void;

  constructor(onFinding: (finding: Finding) => void) {
    this.#onFinding = onFinding;
  }

  /** Whether nothing is wrong. */
  get isPassed(): boolean {
    return this.findings.every(({ severity }) => severity !== 'wrong');
  }

  ok(rule: string, request: string, message: string): void {
    this.#add({ severity: 'ok', rule, request, message });
  }

  wrong(rule: string, request: string, message: string): void {
    this.#add({ severity: 'wrong', rule, request, message });
  }

  missing(rule: string, request: string, message: string): void {
    this.#add({ severity: 'missing', rule, request, message });
  }

  note(rule: string, request: string, message: string): void {
    this.#add({ severity: 'note', rule, request, message });
  }

  /** Adds that a rule is kept, or the first problem with it. */
  add(rule: string, request: string, problems: readonly string[], message: string): void {
    const [problem] = problems;
    if (problem === undefined) this.ok(rule, request, message);
    else this.wrong(rule, request, problem);
  }

  #add(finding: Finding): void {
    this.findings.push(finding);
    this.#onFinding(finding);
  }
}
