/** The latest decision about one id. */
export interface StoredMark {
  readonly id: string;
  /** Null where the decision was taken back. */
  readonly value: boolean | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** How long marks are stored, in milliseconds: 90 days. */
export const markAgeMs = 90 * 86_400_000;

/** How many marks of each kind are stored, and sent to other tabs in one message. */
export const maxMarks = 2000;

/** Marks each id with its value as of now. */
export function createStoredMarks(
  ids: readonly string[],
  valueOf: (id: string) => boolean | null,
): StoredMark[] {
  const at = Date.now();
  return ids.slice(0, maxMarks).map((id) => ({ id, value: valueOf(id), at }));
}
