import { parseTime } from '../../../../common/dates.js';
import { policies, type PromptPolicy } from '../../../acts/policies.js';
import type { NotificationSource, SaveOptions, SourceEvent } from '../../../sources/source.js';
import type { AnswerValue, ListName, SnoozedUntil } from '../../../stored-change.js';
import { formatAnswer, isGiven, parseAnswer, toAnswer } from './answers.js';
import type { AnswerAction, NotificationReference, PressedButton } from '../notification-item.js';

/** The value of each mark: whether it is set; of what is snoozed, until when; of what is answered, how. */
export interface MarkValues {
  read: boolean;
  seen: boolean;
  dismissed: boolean;
  snoozed: SnoozedUntil;
  answered: AnswerValue;
}

/** What can be said of a notification, and is saved by the host, the device or both. */
export type Flag = keyof MarkValues;

/** A value of any mark. Two are the same if they are identical. */
export type FlagValue = MarkValues[Flag];

/** What an error event says of marks that the host did not save. */
type MarkFailure =
  // `isAll`: everything was to be marked, the pages that are not loaded too.
  | { operation: 'set-read'; isRead: boolean; isAll: boolean }
  | { operation: 'set-seen' }
  | { operation: 'set-dismissed'; isDismissed: boolean }
  // `until`: milliseconds since 1970; null if they were to come back at once.
  | { operation: 'set-snoozed'; until: number | null }
  | { operation: 'set-answer'; action: AnswerAction | null };

interface SaveMarkOptions extends SaveOptions {
  /** Everything up to this date is meant, too. */
  until?: string | undefined;
  /** The button that was pressed to answer. */
  button?: PressedButton | undefined;
}

/** How one mark differs from the others. The methods take the values of this mark, and are called with those of any. */
export interface MarkDefinition<Value extends FlagValue = FlagValue> {
  /** The list in which the device stores it. */
  readonly storedAs: ListName;
  /** The method of a source that saves it, if the source has that. */
  readonly savedBy: keyof NotificationSource;
  /** How it is saved. No mark waits. */
  readonly policy: PromptPolicy;
  /** Saves it by the method of the source. */
  save(source: NotificationSource, ids: string[], value: Value, options: SaveMarkOptions): unknown;
  /** What a reference of the host says of it; undefined for nothing. */
  hintOf(reference: NotificationReference): Value | undefined;
  /** What an event of the host says of it; undefined for nothing. */
  valueOf(event: SourceEvent): Value | undefined;
  /** What an error event says of a value that the host did not save. */
  failureOf(value: Value, isAll: boolean): MarkFailure;
  /** What stands once it is saved, where that may be something else: what was there first. */
  standing?(response: unknown, value: Value, button: PressedButton | undefined): Value;
}

/** The marks. How each changes the list is in the reducers, by the same names. */
export const marks: { readonly [Name in Flag]: MarkDefinition<MarkValues[Name]> } = {
  read: {
    storedAs: 'reads',
    savedBy: 'setRead',
    policy: policies.mark,
    save: (source, ids, isRead, options) => source.setRead?.(ids, isRead, options),
    hintOf: ({ isRead }) => isRead,
    valueOf: (event) => (event.type === 'read' ? event.isRead : undefined),
    failureOf: (isRead, isAll) => ({ operation: 'set-read', isRead, isAll }),
  },
  seen: {
    storedAs: 'seen',
    savedBy: 'setSeen',
    // The customer does not learn that it failed.
    policy: policies.seen,
    save: (source, ids, _, options) => source.setSeen?.(ids, options),
    hintOf: ({ isSeen }) => isSeen,
    valueOf: ({ type }) => (type === 'seen' ? true : undefined),
    failureOf: () => ({ operation: 'set-seen' }),
  },
  dismissed: {
    storedAs: 'dismissals',
    savedBy: 'setDismissed',
    policy: policies.mark,
    save: (source, ids, isDismissed, options) => source.setDismissed?.(ids, isDismissed, options),
    hintOf: ({ isDismissed }) => isDismissed,
    valueOf: (event) => (event.type === 'dismiss' ? event.isDismissed : undefined),
    failureOf: (isDismissed) => ({ operation: 'set-dismissed', isDismissed }),
  },
  snoozed: {
    storedAs: 'snoozes',
    savedBy: 'setSnoozed',
    policy: policies.mark,
    save: (source, ids, until, options) =>
      source.setSnoozed?.(ids, until === false ? null : new Date(until).toISOString(), options),
    hintOf: ({ snoozedUntil: date }) => (date === null ? false : date === undefined ? date : parseTime(date)),
    // The host says so by adding it again.
    valueOf: () => undefined,
    failureOf: (until) => ({ operation: 'set-snoozed', until: until === false ? null : until }),
  },
  answered: {
    storedAs: 'answers',
    savedBy: 'setAnswer',
    policy: policies.mark,
    save: (source, [id = ''], value, { button, ...options }) => {
      const answer = parseAnswer(value);
      if (!answer) return undefined;
      const { onclickAction = null, label = null } = button ?? {};
      const text = isGiven(answer) ? answer.text : null;
      return source.setAnswer?.(id, { action: answer.action, text, onclickAction, label }, options);
    },
    hintOf: ({ answer }) => (answer === undefined ? undefined : formatAnswer(answer)),
    valueOf: (event) => (event.type === 'answer' ? formatAnswer(event.answer) : undefined),
    failureOf: (value) => ({ operation: 'set-answer', action: parseAnswer(value)?.action ?? null }),
    standing: (response, value, button) => {
      const standing = toAnswer(response);
      if (standing) return formatAnswer(standing);
      const answer = parseAnswer(value);
      if (!answer || isGiven(answer)) return value;
      // The source does not say what came of it.
      const text = button?.label ?? answer.action;
      return formatAnswer({ action: answer.action, text, date: new Date().toISOString() });
    },
  },
};

/** Computes something of each mark. */
export function mapMarks<Result>(
  compute: (flag: Flag, definition: MarkDefinition) => Result,
): Record<Flag, Result> {
  return {
    read: compute('read', marks.read),
    seen: compute('seen', marks.seen),
    dismissed: compute('dismissed', marks.dismissed),
    snoozed: compute('snoozed', marks.snoozed),
    answered: compute('answered', marks.answered),
  };
}

/** The names of all marks. */
export const flagNames: readonly Flag[] = Object.values(mapMarks((flag) => flag));
