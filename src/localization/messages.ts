/** A text for each plural form of a language (https://cldr.unicode.org/index/cldr-spec/plural-rules). */
export type PluralMessage = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Every word that a person sees or hears. `{count}`, `{label}` and `{name}` stand for what is put in. */
export interface Messages {
  /** The panel, and the bell where nothing is unread. */
  notifications: string;
  /** The bell's name while some are unread. */
  bellUnread: PluralMessage;
  /** The bell's name while more may be unread than are known to be. */
  bellUnreadAtLeast: PluralMessage;
  /** Stands in for a title. */
  notification: string;
  all: string;
  unread: string;
  filter: string;
  markAllRead: string;
  markRead: string;
  markUnread: string;
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
  notLoaded: string;
  missing: string;
  showMore: string;
  showLess: string;
  attachments: string;
  images: string;
  openImage: string;
  moreImages: PluralMessage;
  tags: string;
  download: string;
  file: string;
  actionFailed: string;
  /** Spoken as notifications arrive. */
  arrived: PluralMessage;
  newTab: string;
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
  let rules = pluralRules.get(locale);
  if (!rules) pluralRules.set(locale, (rules = new Intl.PluralRules(locale)));
  return format(message[rules.select(count)] ?? message.other, {
    ...values,
    count: count.toLocaleString(locale),
  });
}
