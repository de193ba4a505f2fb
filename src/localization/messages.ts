import { getOrCreate } from '../common/get-or-create.js';

/** A text for each plural category of a language (https://cldr.unicode.org/index/cldr-spec/plural-rules). */
export type PluralMessage = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Every text that the elements show or announce. `{count}`, `{label}`, `{name}` and the like are placeholders. */
export interface Messages {
  /** The panel's heading, and the bell's label if nothing is unread. */
  notifications: string;
  /** The bell's accessible name if some are unread. `{label}` is its label. */
  bellUnread: PluralMessage;
  /** The bell's accessible name if the unread count is incomplete. */
  bellUnreadAtLeast: PluralMessage;
  /** The title of a notification without one. */
  notification: string;
  /** The filter that shows read and unread notifications. */
  all: string;
  /** The filter that shows unread notifications. */
  unread: string;
  /** Announced before the title of an unread notification. Singular, where the language distinguishes it from {@link unread}. */
  unreadItem: string;
  /** The accessible name of the filter. */
  filter: string;
  /** The accessible name of a tag on a card, which filters by that tag. */
  showTag: string;
  /** The accessible name of the button that removes the tag filter. */
  removeTag: string;
  markAllRead: string;
  markRead: string;
  markUnread: string;
  dismiss: string;
  /** The accessible name of the button that opens the menu of a card on a touch screen. */
  moreActions: string;
  undo: string;
  /** Shown after {@link markAllRead}, beside {@link undo}. */
  allRead: string;
  /** Shown after {@link dismiss}, beside {@link undo}: how many were dismissed in a row. */
  dismissed: PluralMessage;
  /** Shown after a swipe that marked a notification as read, beside {@link undo}. */
  markedRead: string;
  /** Shown after a swipe that marked a notification as unread, beside {@link undo}. */
  markedUnread: string;
  close: string;
  loading: string;
  emptyTitle: string;
  emptyText: string;
  emptyUnreadText: string;
  /** Shown if the list is filtered by a tag, beside {@link removeTag}. */
  emptyTagText: string;
  emptyUnreadTagText: string;
  offline: string;
  /** Shown if nothing is loaded yet. */
  offlineEmpty: string;
  retrying: string;
  unreachable: string;
  unauthenticated: string;
  tryAgain: string;
  /** The host's source failed to save a change, which was undone. Shown beside {@link tryAgain}. */
  notMarkedRead: string;
  notMarkedUnread: string;
  notLoaded: string;
  missing: string;
  showMore: string;
  showLess: string;
  /** The accessible name of the button that shows the rest of a card’s files or tags; its text is `+3`. */
  moreItems: string;
  attachments: string;
  images: string;
  /** The accessible name of a picture on a card, which opens the viewer. */
  openImage: string;
  moreImages: PluralMessage;
  /** The position in the viewer: `2 of 5`. */
  imagePosition: string;
  imageBroken: string;
  /** Shows the previous picture. */
  previous: string;
  /** Shows the next picture. */
  next: string;
  /** Follows the picture's link. */
  openLink: string;
  tags: string;
  download: string;
  file: string;
  actionDone: string;
  actionFailed: string;
  /** Announced on arrival, and the label of the button that shows the new notifications. */
  arrived: PluralMessage;
  /** Added to the accessible name of a link. */
  newTab: string;
  /** The heading of the preferences, and the label of the button that opens them. */
  preferences: string;
  /** Returns from the preferences to the notifications. */
  back: string;
  /** The name of a group without one. */
  group: string;
  /** One of two options for a group whose state is unknown; the other is {@link doNotReceive}. */
  receive: string;
  doNotReceive: string;
  /** Shown beside the two options until one is chosen. */
  notChosen: string;
  /** Shown for a choice that comes from the device: the service cannot return it. */
  remembered: string;
  /** Shown instead of a switch for a group that cannot be turned off. */
  required: string;
  /** Shown in a group's row, before {@link tryAgain}. */
  choiceNotSaved: string;
  choiceWaiting: string;
  /** Turns every group off. */
  muteAll: string;
  /** Shown after {@link muteAll}, beside {@link undo}. */
  allMuted: string;
  /** Shown after {@link muteAll} or its undo if some choices could not be saved. */
  someNotSaved: PluralMessage;
  emptyGroups: string;
}

const pluralRules = new Map<string, Intl.PluralRules>();

/** Replaces each `{name}` with its value. Placeholders without a value stay. */
export function format(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder);
}

/** Formats the text for the plural category of `count`. `{count}` is written in the digits of the locale. */
export function plural(
  message: PluralMessage,
  count: number,
  locale: string,
  values: Record<string, string> = {},
): string {
  const rules = getOrCreate(pluralRules, locale, () => new Intl.PluralRules(locale));
  return format(message[rules.select(count)] ?? message.other, {
    ...values,
    count: count.toLocaleString(locale),
  });
}

/** Whether an override has the type of the message that it replaces. */
function isValidOverride(text: unknown, message: unknown): boolean {
  if (typeof message !== 'object') return typeof message === 'string' && typeof text === 'string';
  if (typeof text !== 'object' || text === null || !('other' in text)) return false;
  return Object.values(text).every((form) => typeof form === 'string');
}

/** Applies the host's overrides. Overrides of unknown messages or of the wrong type are ignored. */
export function withOverrides(messages: Messages, overrides: Partial<Messages> = {}): Messages {
  const known = new Map<string, unknown>(Object.entries(messages));
  return {
    ...messages,
    ...Object.fromEntries(
      Object.entries(overrides).filter(([name, text]) => isValidOverride(text, known.get(name))),
    ),
  };
}
