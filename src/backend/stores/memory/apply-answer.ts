import type { InboxAnswer, InboxReference, PendingInboxAnswer } from '../inbox-event.js';
import type { AnswerChange } from '../inbox-store.js';

/** A claim of the answer to a notification. */
export interface Claim {
  number: number;
  /** Whether it followed one that had lapsed. */
  isRepeated: boolean;
}

/** The answer to a notification as it is stored. */
export interface Answered {
  answer: InboxAnswer | Pick<PendingInboxAnswer, 'action' | 'until'> | null;
  /** The last claim of it. */
  claim: Claim | null;
}

/** The answer at this moment. */
export function toStanding(answer: Answered['answer']): InboxReference['answer'] {
  if (answer === null || 'date' in answer) return structuredClone(answer);
  const { action, until } = answer;
  return { action, until, remainingMs: Math.max(0, Date.parse(until) - Date.now()) };
}

/**
 * Changes the answer to a notification in memory.
 *
 * @param number that of a new claim
 * @returns whether the change applies
 */
export function applyAnswer(stored: Answered, change: AnswerChange, number: number): boolean {
  const { answer } = stored;
  const now = Date.now();
  const isPending = answer !== null && 'until' in answer;
  const isHeld = 'claim' in change && isPending && stored.claim?.number === change.claim;
  const date = new Date(now).toISOString();
  const isFree = (action: string): boolean =>
    answer === null || (isPending && answer.action === action && answer.until <= date);
  const toUntil = (lapseMs: number): string => new Date(now + lapseMs).toISOString();
  switch (change.type) {
    case 'claim':
      if (!isFree(change.action)) return false;
      stored.answer = { action: change.action, until: toUntil(change.lapseMs) };
      stored.claim = { number, isRepeated: answer !== null };
      return true;
    case 'renew':
      if (isHeld) stored.answer = { action: answer.action, until: toUntil(change.lapseMs) };
      return isHeld;
    case 'end':
      if (isHeld) stored.answer = stored.claim?.isRepeated ? { action: answer.action, until: date } : null;
      return isHeld;
    case 'give': {
      const { action, text, claim } = change;
      if (!(claim === null ? isFree(action) : isHeld)) return false;
      stored.answer = { action, text, date };
      if (claim === null) stored.claim = { number, isRepeated: false };
      return true;
    }
    case 'set':
      if (isSame(answer, change.answer)) return false;
      stored.answer = change.answer && { ...change.answer, date: change.answer.date ?? date };
      stored.claim = { number, isRepeated: false };
      return true;
  }
}

/** Whether an answer is set that stands already. */
function isSame(answer: Answered['answer'], set: Extract<AnswerChange, { type: 'set' }>['answer']): boolean {
  if (answer === null || set === null) return answer === set;
  const { action, text, date } = set;
  return (
    'date' in answer &&
    answer.action === action &&
    answer.text === text &&
    (date === null || answer.date === date)
  );
}
