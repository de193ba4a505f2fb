/** The latest decision about when a notification comes back to the list. */
export interface StoredSnooze {
  readonly id: string;
  /** When it comes back, in milliseconds since 1970; null where it is not snoozed any more. */
  readonly until: number | null;
  /** When that was decided, in milliseconds since 1970; from when it has come back on, `until`. */
  readonly at: number;
  /** Whether it was read when it was snoozed; null where that is unknown. */
  readonly wasRead: boolean | null;
}

type Decision = Pick<StoredSnooze, 'until' | 'at'>;

/** Until when a notification is snoozed, in milliseconds since 1970; null if it is not, or has come back. */
export function snoozedUntil(decision: Decision | undefined): number | null {
  return decision && !hasReturned(decision) ? decision.until : null;
}

/** Whether the notification was snoozed and has come back. */
export function hasReturned({ until, at }: Decision): boolean {
  return until !== null && at >= until;
}
