import type { Notification } from '../../api/schemas/notification.js';

export interface OpenDetail {
  /**
   * What the customer did. `drag`: dragged the sheet down. `browser`: the browser closed the panel on its own, for
   * instance after a click outside, or because the focus moved on to the page; that cannot be canceled.
   */
  reason: 'button' | 'close-button' | 'escape' | 'outside' | 'drag' | 'navigate' | 'browser';
}

export interface NavigateDetail {
  /** Absolute, and checked to be safe. */
  url: string;
  origin: 'item' | 'action' | 'tag' | 'avatar' | 'attachment' | 'image';
  id: string;
  notification: Notification;
}

export type ActionName = 'primary' | 'secondary' | 'tertiary';

export interface ActionDetail {
  action: ActionName;
  onclickAction: string | null;
  /** Absolute, and checked to be safe, as by `safeLink()`. Null if the record has no URL, or an unsafe one. */
  url: string | null;
  id: string;
  notification: Notification;
  /** Shows the button as busy until the promise settles, and reports a failure when it rejects. */
  waitUntil: (promise: Promise<unknown>) => void;
}

export interface ReadChangeDetail {
  ids: readonly string[];
  isRead: boolean;
}

export interface DismissChangeDetail {
  ids: readonly string[];
  isDismissed: boolean;
}

export interface UnreadCountDetail {
  count: number;
  /** Whether `count` is exact; if not, at least so many are unread. */
  isComplete: boolean;
}

export interface ArrivalDetail {
  ids: readonly string[];
}

export interface PreferenceChangeDetail {
  groupId: string;
  /** Whether the customer has switched the group off. */
  isGroupNotificationOff: boolean;
}

export interface ErrorDetail {
  error: unknown;
  operation: 'load' | 'list' | 'set-read' | 'set-preference';
}

export interface NudgeEventMap {
  'nudge-open': CustomEvent<OpenDetail>;
  'nudge-close': CustomEvent<OpenDetail>;
  'nudge-navigate': CustomEvent<NavigateDetail>;
  'nudge-action': CustomEvent<ActionDetail>;
  'nudge-read-change': CustomEvent<ReadChangeDetail>;
  'nudge-dismiss-change': CustomEvent<DismissChangeDetail>;
  'nudge-unread-count-change': CustomEvent<UnreadCountDetail>;
  'nudge-arrival': CustomEvent<ArrivalDetail>;
  'nudge-preference-change': CustomEvent<PreferenceChangeDetail>;
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
