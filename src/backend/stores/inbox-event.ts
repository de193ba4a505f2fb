export const answerActions = ['primary', 'secondary', 'tertiary'] as const;

/** By which of a notification's buttons a customer has answered it. */
export type AnswerAction = (typeof answerActions)[number];

/** What a customer has decided by one of a notification's buttons. */
export interface InboxAnswer {
  /** The button. */
  action: AnswerAction;
  /** What came of it, as the customer sees it: at most 200 characters. */
  text: string;
  /** When, in ISO 8601. */
  date: string;
}

/** An answer for which the host still does something. */
export interface PendingInboxAnswer {
  /** The button. */
  action: AnswerAction;
  /**
   * Until when it counts as under way, in ISO 8601, unless it is renewed. Then it is interrupted: only the same button can be
   * pressed again.
   */
  until: string;
  /** How long that is from now, in milliseconds, by the clock of the store: that of the device may be wrong. */
  remainingMs: number;
}

/** A notification as the inbox lists it: with the state that the backend stores, and the record if it was delivered with it. */
export interface InboxReference {
  /** Identifies the notification at the service. */
  id: string;
  /** When it was created, in ISO 8601. */
  createdDate: string;
  /** Whether the customer has read it. */
  isRead: boolean;
  /** Whether the customer has seen it in the list. */
  isSeen: boolean;
  /** Whether the customer has removed it from the list. */
  isDismissed: boolean;
  /** `high` for an important one. */
  importance?: 'high';
  /** Whether it comes before all others. */
  isPinned?: boolean;
  /** When it leaves the list and the counts, in ISO 8601. */
  expiresDate?: string;
  /** Until when the customer has snoozed it, in ISO 8601; null if they have not. One whose time is over has come back. */
  snoozedUntil: string | null;
  /** What the customer has decided by one of its buttons; null if nothing. */
  answer: InboxAnswer | PendingInboxAnswer | null;
  /** The service's own record of it. With it, the page does not request it from the service. */
  record?: unknown;
  /** Its tags, if they are known. Only stored, to be counted: the list does not name them. */
  tags?: readonly string[];
}

/** What happened to a customer's notifications and preferences, as the page receives it. */
export type InboxEvent =
  | { type: 'add'; references: InboxReference[] }
  | { type: 'remove'; ids: string[] }
  | { type: 'read'; ids: string[]; isRead: boolean }
  | { type: 'seen'; ids: string[] }
  | { type: 'dismiss'; ids: string[]; isDismissed: boolean }
  | { type: 'answer'; ids: string[]; answer: InboxAnswer | PendingInboxAnswer | null }
  | { type: 'preference'; groupId: string; isGroupNotificationOff: boolean };

/** An event with its number. The numbers of one customer's events only ever rise, but not always by one. */
export interface NumberedEvent {
  number: number;
  event: InboxEvent;
}
