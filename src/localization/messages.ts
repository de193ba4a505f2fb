import { getOrCreate } from '../common/get-or-create.js';
import { warnOnce } from '../common/warn.js';

/** A text for each plural category of a language (https://cldr.unicode.org/index/cldr-spec/plural-rules). */
export type PluralMessage = Partial<Record<Intl.LDMLPluralRule, string>> & {
  /** The form for every number that has none of its own. */
  other: string;
};

/** Every text that the elements show or announce. `{count}`, `{label}`, `{name}` and the like are placeholders. */
export interface Messages {
  /** The panel's heading, and the bell's label if nothing is unread. */
  notifications: string;
  /** The accessible name of the bell, or of a tab, if some are unread. `{label}` is its label. */
  bellUnread: PluralMessage;
  /** The same if the unread count is incomplete. */
  bellUnreadAtLeast: PluralMessage;
  /** The bell’s accessible name if some have come since the panel was opened last. `{label}` is its label. */
  bellUnseen: PluralMessage;
  /** The same if their number is incomplete. */
  bellUnseenAtLeast: PluralMessage;
  /** The title of a notification without one. */
  notification: string;
  /** The filter that shows read and unread notifications. */
  all: string;
  /** The filter that shows unread notifications. */
  unread: string;
  /** The filter that shows dismissed notifications, and the item of the panel’s menu that selects it. */
  dismissedFilter: string;
  /** The filter that shows snoozed notifications, and the item of the panel’s menu that selects it. */
  snoozedFilter: string;
  /** Announced before the title of an unread notification. Singular, where the language distinguishes it from {@link unread}. */
  unreadItem: string;
  /** Announced before the title of an important notification. */
  importantItem: string;
  /** The heading above the pinned notifications. */
  pinned: string;
  /** The accessible name of the filter. */
  filter: string;
  /** The accessible name of a tag on a card, which filters by that tag. */
  showTag: string;
  /** The accessible name of the button that removes the tag filter. */
  removeTag: string;
  /** The button that marks everything as read. */
  markAllRead: string;
  /** The item of the panel’s menu that dismisses everything that is read. */
  clearRead: string;
  /** The item of the panel’s menu that holds toasts, sound and desktop notifications for a time. */
  quiet: string;
  /** Until when they are held. `{time}` is a time of today, or a day of the week with a time. */
  quietUntil: string;
  /** Holds them for an hour. */
  quietHour: string;
  /** Holds them until tomorrow morning. */
  quietMorning: string;
  /** The item of the panel’s menu about notifications of the operating system. */
  desktop: string;
  /** Explains them before {@link turnOn}. */
  desktopText: string;
  /** Shown instead if the customer does not let this site show them. */
  desktopBlocked: string;
  /** Shown instead if the browser has none. */
  desktopUnavailable: string;
  /** The button that turns something on. */
  turnOn: string;
  /** The button that turns something off, such as {@link quiet}. */
  turnOff: string;
  /** The state of a setting in the panel’s menu, beside {@link desktop}. */
  on: string;
  /** The same of a setting that is off. */
  off: string;
  /** How many notifications are selected. Announced, too. */
  selected: PluralMessage;
  /** The accessible name of the checkbox of a notification, before its title, and the text of its shortcut. */
  select: string;
  /** The button that selects every notification of the list. */
  selectAll: string;
  /** The text of the shortcut that selects all from the last selected notification to this one. */
  selectRange: string;
  /** The button that ends the selection, and the text of its shortcut. */
  cancelSelection: string;
  /** The heading of the list of shortcuts, and the item of the panel’s menu that shows it. */
  shortcuts: string;
  /** The text of the two shortcuts that move to the next notification and to the one before. */
  nextOrPrevious: string;
  /** The button that marks a notification as read. */
  markRead: string;
  /** The button that marks a notification as unread. */
  markUnread: string;
  /** The button that removes a notification from the list. */
  dismiss: string;
  /** The button that puts a dismissed notification back on the list. */
  restore: string;
  /** Deletes a dismissed notification for good. The button with a confirmation before that ends in `…`. */
  remove: string;
  /** Shown before {@link remove}. */
  removeText: string;
  /** Shown after {@link remove}. */
  removed: string;
  /** Takes a notification off the list until a time. The item of the menu that opens the choices ends in `…`. */
  snooze: string;
  /** The label of the field for a chosen time. */
  snoozeTime: string;
  /** Shown after {@link snooze}, beside {@link undo}. `{time}` is a time of today, `tomorrow` or another day with a time. */
  snoozedUntil: string;
  /** Shown with the choices if the host does not save what is snoozed. */
  onDeviceOnly: string;
  /** The accessible name of the button that opens the menu of a card on a touch screen. */
  moreActions: string;
  /** The button that takes the last change back. */
  undo: string;
  /** Shown after {@link markAllRead}, beside {@link undo}. */
  allRead: string;
  /** Shown after {@link dismiss}, beside {@link undo}: how many were dismissed in a row. */
  dismissed: PluralMessage;
  /** Shown after {@link restore}, beside {@link undo}: how many were restored in a row. */
  restored: PluralMessage;
  /** Shown after a swipe that marked a notification as read, beside {@link undo}. */
  markedRead: string;
  /** Shown after a swipe that marked a notification as unread, beside {@link undo}. */
  markedUnread: string;
  /** The button that closes the panel, the picture viewer, a menu or a toast. */
  close: string;
  /** Announced while the list loads. */
  loading: string;
  /** Shown while older notifications load, of which some may have the tags that are shown. */
  loadingOlder: string;
  /** The first line of an empty list. */
  emptyTitle: string;
  /** The second line of an empty list. */
  emptyText: string;
  /** The second line if nothing is left unread. */
  emptyUnreadText: string;
  /** Shown if no notification is dismissed. */
  emptyDismissedText: string;
  /** Shown if no notification is snoozed. */
  emptySnoozedText: string;
  /** Shown if the list is filtered by a tag, beside {@link removeTag}. */
  emptyTagText: string;
  /** Shown if nothing with the tag is left unread, beside {@link removeTag}. */
  emptyUnreadTagText: string;
  /** Shown above the list without a network. */
  offline: string;
  /** Shown if nothing is loaded yet. */
  offlineEmpty: string;
  /** Shown while the service does not respond and requests are repeated. */
  retrying: string;
  /** Shown if the service did not respond for too long, beside {@link tryAgain}. */
  unreachable: string;
  /** Shown above the list while arrivals are held up, because the source has lost its connection. */
  reconnecting: string;
  /** Shown for a few seconds after {@link reconnecting} or {@link unreachable}, once all works again. */
  reconnected: string;
  /** Shown at the bell if the code of the panel could not be loaded. */
  panelFailed: string;
  /** Shown if the service does not accept the customer's token, or there is none because of an error, beside {@link tryAgain}. */
  unauthenticated: string;
  /** Shown if nobody is signed in. */
  signedOut: string;
  /** The button that repeats what failed. */
  tryAgain: string;
  /** The host's source failed to save a change, which was undone. Shown beside {@link tryAgain}. */
  notMarkedRead: string;
  /** The same for a notification that was to be unread. */
  notMarkedUnread: string;
  /** The same for notifications that were to be dismissed. */
  notDismissed: string;
  /** The same for notifications that were to be restored. */
  notRestored: string;
  /** Shown in the place of a notification that could not be loaded, beside {@link tryAgain}. */
  notLoaded: string;
  /** Shown in the place of a notification that no longer exists, beside {@link dismiss}. */
  missing: string;
  /** The button that shows the rest of a long text. */
  showMore: string;
  /** The button that shortens it again. */
  showLess: string;
  /** The accessible name of the button that shows the rest of a card’s files or tags; its text is `+3`. */
  moreItems: string;
  /** The accessible name of the files of a notification. */
  attachments: string;
  /** The accessible name of the pictures of a notification. */
  images: string;
  /** The accessible name of a picture on a card, which opens the viewer. */
  openImage: string;
  /** The accessible name of the picture on which `+2` stands: how many more the viewer has. */
  moreImages: PluralMessage;
  /** The position in the viewer: `2 of 5`. */
  imagePosition: string;
  /** Shown in the viewer in the place of a picture that could not be loaded. */
  imageBroken: string;
  /** Shows the previous picture. */
  previous: string;
  /** Shows the next picture. */
  next: string;
  /** Follows the picture's link. */
  openLink: string;
  /** The accessible name of the tags of a notification. */
  tags: string;
  /** The accessible name of the link to a file. `{name}` is its kind and name. */
  download: string;
  /** The name of a file without one. */
  file: string;
  /** Announced when the action of a button has succeeded. */
  actionDone: string;
  /** Announced when the action of a button has failed. */
  actionFailed: string;
  /** Beside the buttons of a notification that is being answered. */
  answering: string;
  /** Says that another device has answered first; `{text}` is how. */
  answeredElsewhere: string;
  /** Says that an answer was not saved for want of a network. */
  notAnswered: string;
  /** Announced on arrival, and the label of the button that shows the new notifications. */
  arrived: PluralMessage;
  /** The button beside the toasts that shows the further arrivals. */
  moreArrived: PluralMessage;
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
  /** The other option. */
  doNotReceive: string;
  /** Shown beside the two options until one is chosen. */
  notChosen: string;
  /** Shown for a choice that comes from the device: the service cannot return it. */
  remembered: string;
  /** Shown instead of a switch for a group that cannot be turned off. */
  required: string;
  /** Shown in a group's row, before {@link tryAgain}. */
  choiceNotSaved: string;
  /** Shown for a choice that is sent as soon as there is a network, or a token. */
  choiceWaiting: string;
  /** Shown for a choice that is sent as soon as somebody is signed in. */
  signedOutChoice: string;
  /** Turns every group off. */
  muteAll: string;
  /** Shown after {@link muteAll}, beside {@link undo}. */
  allMuted: string;
  /** Shown after {@link muteAll} or its undo if some choices could not be saved. */
  someNotSaved: PluralMessage;
  /** Shown if there is no group to choose from. */
  emptyGroups: string;
  /** The accessible name of the search field of a full page, and its text while it is empty. */
  search: string;
  /** How many notifications a search has found. `{count}` is how many it covers: those that are loaded. Announced, too. */
  searchResult: PluralMessage;
  /** Shown if a search has found nothing. */
  emptySearch: string;
  /** The button that loads notifications which the search does not cover yet. */
  loadMore: string;
  /** Shown on a full page in the place of a notification until one is selected. */
  chooseToRead: string;
}

const pluralRules = new Map<string, Intl.PluralRules>();

/** Replaces each `{name}` with its value. Placeholders without a value stay. */
export function format(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder);
}

/** Languages whose numbers have the digits 0 to 9 in every region, unless the tag demands others. */
const hasAsciiDigits = /^(?:de|en|es|fr|he|hi|it|ja|ko|nl|pl|pt|tr|zh)\b(?!.*-u-)/i;

/**
 * Formats how many there are, in the digits of the locale. The first `Intl.NumberFormat` of a page takes some 10 ms, which no small number
 * of these languages is worth before anything is shown. The `lang` of a page may be no language tag, such as `en_US`.
 */
export function formatCount(count: number, locale: string): string {
  try {
    if (count >= 1000 || !hasAsciiDigits.test(locale)) return count.toLocaleString(locale);
  } catch {
    // Then in the digits 0 to 9.
  }
  return String(count);
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
    count: formatCount(count, locale),
  });
}

/** Whether an override has the type of the message that it replaces. */
function isValidOverride(text: unknown, message: unknown): boolean {
  if (typeof message !== 'object') return typeof message === 'string' && typeof text === 'string';
  if (typeof text !== 'object' || text === null || !('other' in text)) return false;
  return Object.values(text).every((form) => typeof form === 'string');
}

/** Applies the host's overrides. Overrides of unknown messages or of the wrong type are left out, with a warning. */
export function withOverrides(messages: Messages, overrides: Partial<Messages> = {}): Messages {
  const known = new Map<string, unknown>(Object.entries(messages));
  const valid = Object.entries<unknown>(overrides).filter(([name, text]) => {
    const isValid = isValidOverride(text, known.get(name));
    if (!isValid && text != null) warnOnce(`The text “${name}” is left out.`);
    return isValid;
  });
  return { ...messages, ...Object.fromEntries(valid) };
}
