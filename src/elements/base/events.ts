import type { Notification } from '../../api/schemas/notification.js';

export interface OpenDetail {
  /**
   * What the customer did. `browser`: the browser closed the panel by itself, as after a press elsewhere;
   * that cannot be cancelled.
   */
  reason: 'button' | 'close-button' | 'escape' | 'outside' | 'navigate' | 'browser';
}

export interface NavigateDetail {
  /** Absolute, and found to be safe. */
  url: string;
  origin: 'item' | 'action' | 'tag' | 'avatar' | 'attachment' | 'image';
  id: string;
  notification: Notification;
}

export type ActionName = 'primary' | 'secondary' | 'tertiary';

export interface ActionDetail {
  action: ActionName;
  onclickAction: string | null;
  /** As the record gives it; navigate only where it was found to be safe. */
  url: string | null;
  id: string;
  notification: Notification;
  /** The button shows that it is at work until the promise settles, and says so when it rejects. */
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
  /** Whether that is all; otherwise there are at least so many. */
  isComplete: boolean;
}

export interface ArrivalDetail {
  ids: readonly string[];
}

export interface PreferenceChangeDetail {
  groupId: string;
  /** Whether the customer wants none of its notifications. */
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
  interface HTMLElementEventMap {
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
}

/** Fires an event that leaves every shadow root. Returns whether its default action may go on. */
export function emit<Name extends keyof NudgeEventMap>(
  element: Element,
  name: Name,
  detail: NudgeEventMap[Name]['detail'],
  { cancelable = false } = {},
): boolean {
  return element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
}
