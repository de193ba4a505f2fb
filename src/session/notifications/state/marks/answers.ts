import { parseDate, parseTime } from '../../../../common/dates.js';
import { parseJson } from '../../../../common/parse-json.js';
import { isObject } from '../../../../common/type-guards.js';
import type { AnswerValue, StoredMark } from '../../../stored-change.js';
import type { AnswerAction, NotificationAnswer, PendingAnswer } from '../notification-item.js';

export type Answer = NotificationAnswer | PendingAnswer;

const actions = ['primary', 'secondary', 'tertiary'] as const satisfies AnswerAction[];
/** How long the outcome of an answer may be, in UTF-16 code units. */
const maxText = 200;
/** How far the clocks of a host and of the device may differ before `until` is not taken from the host: a response takes time, too. */
const maxDifferenceMs = 5000;
/** The longest that a host can say an answer is under way, in milliseconds: a day. */
const maxRemainingMs = 86_400_000;

/** Returns a text as the outcome of an answer, without what no database stores; null if nothing is left of it. */
export function toAnswerText(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim().slice(0, maxText) : '';
  return text.replaceAll(/[\0\p{Cs}]/gu, '') || null;
}

/** Parses until when an answer is under way, by the clock of the device: that of the host may differ. */
function toUntil({ until: date, remainingMs }: Record<string, unknown>): string | null | undefined {
  const until = parseDate(date, 'until');
  if (typeof remainingMs !== 'number' || !(remainingMs >= 0 && remainingMs <= maxRemainingMs)) return until;
  const now = Date.now();
  const end = now + remainingMs;
  const saidMs = parseTime(until ?? '');
  // The same date as before is no change to report.
  const isSame = Math.abs(saidMs - end) <= maxDifferenceMs || (remainingMs === 0 && saidMs <= now);
  return isSame ? until : new Date(end).toISOString();
}

/** Parses an answer, as a host may say it; null for none, undefined if it is anything else. */
export function toAnswer(value: unknown): Answer | null | undefined {
  if (value === null) return null;
  if (!isObject(value)) return undefined;
  const action = actions.find((name) => name === value.action);
  if (!action) return undefined;
  const text = toAnswerText(value.text);
  const [date, until] = [parseDate(value.date, 'date'), toUntil(value)];
  if (text !== null) return date ? { action, text, date } : undefined;
  return until ? { action, until } : undefined;
}

/** Returns an answer as the value of a mark. */
export function formatAnswer(answer: Answer | null): AnswerValue {
  if (!answer) return false;
  const { action } = answer;
  return JSON.stringify(
    isGiven(answer) ? { action, text: answer.text, date: answer.date } : { action, until: answer.until },
  );
}

/** Parses the value of a mark, which {@link formatAnswer} has returned, or the device has stored. Null for none, and for anything else. */
export function parseAnswer(value: AnswerValue | null | undefined): Answer | null {
  return typeof value === 'string' ? (toAnswer(parseJson(value)) ?? null) : null;
}

export function isGiven(answer: Answer | null): answer is NotificationAnswer {
  return answer !== null && 'text' in answer;
}

type Given = Pick<StoredMark<AnswerValue>, 'value' | 'at'>;

/** Whether of two answers that were given, this one stays: what was first. In the same millisecond, any is, but the same in every tab. */
export function isFirst(one: Given, other: Given): boolean {
  return one.at === other.at ? String(one.value) <= String(other.value) : one.at < other.at;
}

/** Whether an answer was under way, and nobody has said since until when. */
export function isInterrupted(answer: Answer | null, now: number): answer is PendingAnswer {
  return answer !== null && !isGiven(answer) && answer.until !== null && parseTime(answer.until) <= now;
}

/** Whether a press on a button may follow: there is no answer, or one by this button was interrupted. */
export function isOpen(answer: Answer | null, action: AnswerAction, now: number): boolean {
  return answer === null || (isInterrupted(answer, now) && answer.action === action);
}
