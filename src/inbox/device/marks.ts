import type { Mark } from './stored-row.js';

/** How many marks of each kind the device keeps, and a message to other tabs holds. */
export const markLimit = 2000;

/** What is said of each now. */
export function marksOf(ids: readonly string[], valueOf: (id: string) => boolean | null): Mark[] {
  const at = Date.now();
  return ids.slice(0, markLimit).map((id) => ({ id, value: valueOf(id), at }));
}
