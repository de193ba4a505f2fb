import type { Notification } from '../../api/schemas/notification.js';
import type {
  AnswerAction,
  AnswerOrigin,
  NotificationAnswer,
  PendingAnswer,
} from '../../session/notifications/state/notification-item.js';

/** The `detail` of `nudge-open` and `nudge-close`, which can be canceled. */
export interface OpenDetail {
  /**
   * What the customer did. `drag`: dragged the sheet down. `browser`: the browser closed the panel on its own, for
   * instance after a click outside, or because the focus moved on to the page, or it is no longer rendered, as in a menu
   * that closes; that cannot be canceled.
   */
  reason: 'button' | 'close-button' | 'escape' | 'outside' | 'drag' | 'navigate' | 'browser';
}

/** The `detail` of `nudge-select`, which fires when a notification is pressed. Cancel the event to handle the press yourself. */
export interface SelectDetail {
  /** The id of the notification. */
  id: string;
  /** The whole record, with the read state that the inbox knows. */
  notification: Notification;
}

/**
 * The `detail` of `nudge-navigate`, which fires before a link is followed, unless it is a download. Cancel the event to use your
 * own router.
 */
export interface NavigateDetail {
  /** Where the link leads: absolute, and checked to be safe. */
  url: string;
  /** What was pressed: the notification itself (`item`), or a part of it. */
  origin: 'item' | 'action' | 'tag' | 'avatar' | 'attachment' | 'image' | 'body';
  /** The id of the notification. */
  id: string;
  /** The whole record, with the read state that the inbox knows. */
  notification: Notification;
}

/** The buttons of a notification, by their place in its record. */
export type ActionName = AnswerAction;

/** The `detail` of `nudge-action`, which fires when a button is pressed. Cancel the event to keep its link from being followed. */
export interface ActionDetail {
  /** Which button was pressed. */
  action: ActionName;
  /**
   * What the record says that the button does. `navigate` in any case, a blank text and null follow the link; every other
   * value is up to your page.
   */
  onclickAction: string | null;
  /** Absolute, and checked to be safe, as by `safeLink()`. Null if the record has no URL, or an unsafe one. */
  url: string | null;
  /** The id of the notification. */
  id: string;
  /** The whole record, with the read state that the inbox knows. */
  notification: Notification;
  /** Shows the button as busy until the promise settles, and reports a failure when it rejects. */
  waitUntil: (promise: Promise<unknown>) => void;
  /**
   * Answers the notification by this button: until the promise settles, no other button can be pressed; then its text, of at most 200
   * characters, stands in the place of the buttons, on every device if the source has `setAnswer`. Anything but a text stands for the text of
   * the button. If the promise rejects, the buttons are back. Only the first call counts.
   */
  answer: (promise: unknown) => void;
}

/** The `detail` of `nudge-read-change`. */
export interface ReadChangeDetail {
  /** The ids of the notifications. */
  ids: readonly string[];
  /** Whether they are read now. */
  isRead: boolean;
}

/** The `detail` of `nudge-seen-change`. */
export interface SeenChangeDetail {
  /** The ids of the notifications. */
  ids: readonly string[];
}

/** The `detail` of `nudge-dismiss-change`. */
export interface DismissChangeDetail {
  /** The ids of the notifications. */
  ids: readonly string[];
  /** Whether they are dismissed now; false if that was undone. */
  isDismissed: boolean;
}

/** The `detail` of `nudge-answer-change`. */
export interface AnswerChangeDetail {
  /** The ids of the notifications. */
  ids: readonly string[];
  /** How the customer has answered, here or elsewhere, or is about to; null if the notification is open again. */
  answer: NotificationAnswer | PendingAnswer | null;
  /** Where: on this `page`, in another `tab` of the browser, or elsewhere, as the `host` says. */
  from: AnswerOrigin;
}

/** The `detail` of `nudge-unread-count-change`. */
export interface UnreadCountDetail {
  /** How many notifications are unread, as far as is known. */
  count: number;
  /** How many of those have come since the customer looked at the list last. */
  unseenCount: number;
  /** Whether `count` is exact; if not, at least so many are unread. */
  isComplete: boolean;
}

/** The `detail` of `nudge-tab-change`. */
export interface TabChangeDetail {
  /** The id of the tab that is selected now. */
  tab: string;
}

/** The `detail` of `nudge-arrival`. */
export interface ArrivalDetail {
  /** The ids of the new notifications, newest first. */
  ids: readonly string[];
}

/** The `detail` of `nudge-preference-change`, which fires once the service has saved the choice. */
export interface PreferenceChangeDetail {
  /** The id of the group. */
  groupId: string;
  /** Whether the customer has switched the group off. */
  isGroupNotificationOff: boolean;
}

/** The `detail` of `nudge-error`. */
export interface ErrorDetail {
  /** Usually a `NudgeError`; whatever your source threw if `operation` is `list`, `set-read`, `set-seen`, `set-dismissed`, `set-snoozed` or `set-answer`. */
  error: unknown;
  /** What failed: a notification (`load`), a page or the events of the source (`list`), or saving a change. */
  operation:
    | 'load'
    | 'list'
    | 'set-read'
    | 'set-seen'
    | 'set-dismissed'
    | 'set-snoozed'
    | 'set-answer'
    | 'remove'
    | 'set-preference';
}

/** Every public event by its name. All of them bubble and cross shadow roots, so one listener on `document` is enough. */
export interface NudgeEventMap {
  /** The customer opens the panel of a bell. Cancel it to keep the panel closed. */
  'nudge-open': CustomEvent<OpenDetail>;
  /** The customer closes the panel of a bell. Cancel it to keep the panel open. */
  'nudge-close': CustomEvent<OpenDetail>;
  /** A notification was pressed. Cancel it to neither mark it as read nor follow its link or open its whole text. */
  'nudge-select': CustomEvent<SelectDetail>;
  /** A link is about to be followed. Cancel it to use your own router. */
  'nudge-navigate': CustomEvent<NavigateDetail>;
  /** A button of a notification was pressed. Cancel it to keep its link from being followed. */
  'nudge-action': CustomEvent<ActionDetail>;
  /** Notifications were marked as read or unread. */
  'nudge-read-change': CustomEvent<ReadChangeDetail>;
  /** Notifications were seen: the list was visible, here or elsewhere. */
  'nudge-seen-change': CustomEvent<SeenChangeDetail>;
  /** Notifications were dismissed or restored. */
  'nudge-dismiss-change': CustomEvent<DismissChangeDetail>;
  /** Notifications were answered by one of their buttons, are about to be, or are open again. */
  'nudge-answer-change': CustomEvent<AnswerChangeDetail>;
  /** Another tab of the inbox was selected. */
  'nudge-tab-change': CustomEvent<TabChangeDetail>;
  /** The number of unread notifications changed. */
  'nudge-unread-count-change': CustomEvent<UnreadCountDetail>;
  /** New notifications arrived. */
  'nudge-arrival': CustomEvent<ArrivalDetail>;
  /** The service saved a preference. */
  'nudge-preference-change': CustomEvent<PreferenceChangeDetail>;
  /** Something could not be loaded or saved. */
  'nudge-error': CustomEvent<ErrorDetail>;
}

declare global {
  interface HTMLElementEventMap extends NudgeEventMap {}
  interface DocumentEventMap extends NudgeEventMap {}
}

/** Dispatches a public event, which crosses shadow roots. Returns false if a listener canceled it. */
export function emit<Name extends keyof NudgeEventMap>(
  element: Element,
  name: Name,
  detail: NudgeEventMap[Name]['detail'],
  { cancelable = false } = {},
): boolean {
  return element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
}
