import { parseDate } from '../common/dates.js';
import { isObject } from '../common/type-guards.js';
import { assertBoolean } from './errors/check-options.js';
import { isAnswerText } from './stores/answer-text.js';
import { answerActions, type AnswerAction } from './stores/inbox-event.js';

/** An answer of a customer, as the host's code gives it. */
export interface GivenAnswer {
  /** The button that stands for it. */
  action: AnswerAction;
  /** What came of it, as the customer sees it: 1 to 200 characters. */
  text: string;
  /** When: in ISO 8601, where one without a time zone is in UTC, or as a `Date`. Default, also for null: now. */
  date?: string | Date | null;
}

/** Parses a date of the host's code, as it is stored; null if there is none. */
export function parseStored(value: unknown, name: string): string | null {
  const date = parseDate(value, name);
  if (date === undefined)
    throw new TypeError(
      `${name} must be a date in ISO 8601, a Date, or milliseconds since 1970, of the years 1973 to 9999.`,
    );
  return date && new Date(date).toISOString();
}

export function parseFlag(value: unknown, name: string): boolean {
  if (value === undefined || value === null) return false;
  assertBoolean(value, name);
  return value;
}

/**
 * Parses an answer of the host's code. The date is null if there is none.
 *
 * @throws TypeError that names the field if one is invalid
 */
export function parseGivenAnswer(
  value: unknown,
): { action: AnswerAction; text: string; date: string | null } | null {
  if (value === null) return null;
  if (!isObject(value)) throw new TypeError('answer must be an object with an action and a text, or null.');
  const { text } = value;
  const action = answerActions.find((name) => name === value.action);
  if (!action) throw new TypeError("action must be 'primary', 'secondary' or 'tertiary'.");
  if (!isAnswerText(text)) throw new TypeError('text must be a string of 1 to 200 characters.');
  return { action, text, date: parseStored(value.date, 'date') };
}
