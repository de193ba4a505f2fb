/**
 * How far that is which the customer has done to one target, such as a notification or a group. One thing is sent at a time; what is done
 * meanwhile follows it, and replaces what would have followed.
 */
export interface ActStages<Decision> {
  /** What was done last; null once the host, or another tab, has overruled it. */
  readonly latest: Decision | null;
  /**
   * - `saving`: it is being sent, or is about to be.
   * - `waiting`: it is sent once there is a network, and the customer who has done it is signed in.
   * - `saved`: whoever saves it has it.
   * - `failed`: it was not saved.
   */
  readonly stage: 'saving' | 'waiting' | 'saved' | 'failed';
  /** What is under way: the latest, or what was done before it. */
  readonly sending: Decision | null;
}

/** What becomes of it. What is saved, fails or waits is what is under way, or else the latest, before it is sent. */
export type StageChange<Decision> =
  | { readonly type: 'decided' | 'sent'; readonly decision: Decision }
  | { readonly type: 'saved' | 'failed' | 'waiting' | 'overruled' };

/** Returns how far it is after a change; null for nothing. */
export function reduceStages<Decision>(
  stages: ActStages<Decision> | null | undefined,
  change: StageChange<Decision>,
): ActStages<Decision> | null {
  const { latest = null, sending = null } = stages ?? {};
  switch (change.type) {
    case 'decided':
      return { latest: change.decision, stage: 'saving', sending };
    case 'sent':
      return { latest, stage: 'saving', sending: change.decision };
    case 'overruled':
      return sending && { latest: null, stage: 'saving', sending };
    default:
      if (latest === null) return null;
      if (sending !== null && sending !== latest) return { latest, stage: 'saving', sending: null };
      return { latest, stage: change.type, sending: null };
  }
}

/** What was done last, until it is saved or has failed. */
export function pendingOf<Decision>(stages: ActStages<Decision> | null): Decision | null {
  return stages && ['saving', 'waiting'].includes(stages.stage) ? stages.latest : null;
}
