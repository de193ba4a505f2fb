/** What a function of `onAction` has done, but whose outcome was not stored. */
interface LateOutcome {
  customerId: string;
  /** The notification. */
  id: string;
  /** The key that the function has received. */
  key: string;
  /** What it has returned, or the button's label. */
  text: string;
}

/**
 * A function of `onAction` has done its work, but the claim was no longer its own: its process was held up for so long that the
 * button was pressed again, your code has called `answer()` meanwhile, or the notification was removed.
 */
export class LateOutcomeError extends Error {
  override readonly name = 'LateOutcomeError';
  readonly outcome: LateOutcome;

  constructor(outcome: LateOutcome) {
    super('A function of onAction was done after something else was decided. Its outcome is not stored.');
    this.outcome = outcome;
  }
}
