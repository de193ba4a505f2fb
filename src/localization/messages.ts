import { getOrCreate } from '../common/get-or-create.js';

/** A text for each plural form of a language (https://cldr.unicode.org/index/cldr-spec/plural-rules). */
export type PluralMessage = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Every word that a person sees or hears. `{count}`, `{label}`, `{name}` and the like stand for what is put in. */
export interface Messages {
  /** The panel, and the bell where nothing is unread. */
  notifications: string;
  /** The bell's name while some are unread. `{label}` is its own name. */
  bellUnread: PluralMessage;
  /** The bell's name while more may be unread than are known to be. */
  bellUnreadAtLeast: PluralMessage;
  /** Stands in for a title. */
  notification: string;
  /** The filter that shows read and unread ones. */
  all: string;
  /** The filter that shows unread ones. */
  unread: string;
  /** Spoken before the title of an unread one; many languages tell one from several. */
  unreadItem: string;
  /** The name of the choice between all and unread. */
  filter: string;
  /** The name of a tag on a card, which shows those with the same tag. */
  showTag: string;
  removeTag: string;
  markAllRead: string;
  markRead: string;
  markUnread: string;
  dismiss: string;
  undo: string;
  /** Said after {@link markAllRead}, beside {@link undo}. */
  allRead: string;
  /** Said after {@link dismiss}, beside {@link undo}. */
  dismissed: string;
  close: string;
  loading: string;
  emptyTitle: string;
  emptyText: string;
  emptyUnreadText: string;
  offline: string;
  retrying: string;
  unreachable: string;
  unauthenticated: string;
  tryAgain: string;
  /** The host could not keep what was read; it is unread again. */
  notSaved: string;
  notLoaded: string;
  missing: string;
  showMore: string;
  showLess: string;
  attachments: string;
  images: string;
  /** The name of a picture on a card, which opens it larger. */
  openImage: string;
  moreImages: PluralMessage;
  /** Which of the pictures is shown: `2 of 5`. */
  imagePosition: string;
  imageBroken: string;
  /** The picture before. */
  previous: string;
  /** The picture after. */
  next: string;
  /** Where the record says that a picture leads. */
  openLink: string;
  tags: string;
  download: string;
  file: string;
  actionDone: string;
  actionFailed: string;
  /** Spoken as notifications arrive, and on the button that shows them. */
  arrived: PluralMessage;
  newTab: string;
  /** The heading of the preferences, and the button that opens them. */
  preferences: string;
  /** Leaves the preferences for the notifications. */
  back: string;
  /** Stands in for the name of a group of notifications. */
  group: string;
  /** The choice of a group while nobody knows what was chosen; the other is {@link doNotReceive}. */
  receive: string;
  doNotReceive: string;
  /** Beside the two, until one is chosen. */
  notChosen: string;
  /** A choice that only the device knows: the service cannot be asked. */
  remembered: string;
  /** In place of the switch of a group that cannot be switched off. */
  required: string;
  /** Said in a group's row, before {@link tryAgain}. */
  choiceNotSaved: string;
  choiceWaiting: string;
  /** Switches every group off. */
  muteAll: string;
  /** Said after {@link muteAll}, beside {@link undo}. */
  allMuted: string;
  /** Said after {@link muteAll} or its undoing where some could not be saved. */
  someNotSaved: PluralMessage;
  emptyGroups: string;
}

const pluralRules = new Map<string, Intl.PluralRules>();

/** The text with its values in place; digits as the language writes them. */
export function format(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder);
}

/** The text of the plural form that the language has for this count. */
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

function fits(text: unknown, own: unknown): boolean {
  if (typeof own !== 'object') return typeof own === 'string' && typeof text === 'string';
  if (typeof text !== 'object' || text === null || !('other' in text)) return false;
  return Object.values(text).every((form) => typeof form === 'string');
}

/** The words with those in place that a host gives; what is no text in the place of one is passed over. */
export function withOverrides(messages: Messages, overrides: Partial<Messages> = {}): Messages {
  const own = new Map<string, unknown>(Object.entries(messages));
  return {
    ...messages,
    ...Object.fromEntries(Object.entries(overrides).filter(([name, text]) => fits(text, own.get(name)))),
  };
}
