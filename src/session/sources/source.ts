import type { GroupPreferenceInput } from '../../api/schemas/preference.js';
import type { TokenRequest } from '../../api/token.js';
import type {
  AnswerAction,
  NotificationAnswer,
  NotificationReference,
  PendingAnswer,
} from '../notifications/state/notification-item.js';

export type { NotificationReference };

/** How many references a page requests. */
export const pageSize = 25;

/** A group of notifications as the host gives it. */
export interface NotificationGroup {
  /** Identifies the group at the service. */
  id: string;
  /** What the customer reads. Without it, the row says “Other notifications”. */
  name?: string | undefined;
  /** A line below the name. */
  description?: string | undefined;
  /** The heading under which the group is shown. */
  section?: string | undefined;
  /** Whether the group cannot be switched off. */
  isRequired?: boolean | undefined;
  /** Whether the customer switched the group off, as the host knows; left out or null where it does not know. */
  isGroupNotificationOff?: boolean | null | undefined;
}

/** Something that happened at the host. */
export type SourceEvent =
  | {
      /** Notifications arrived. */
      type: 'add';
      /** What is known about them. */
      references: readonly NotificationReference[];
    }
  | {
      /** Notifications are gone. */
      type: 'remove';
      /** Their ids. */
      ids: readonly string[];
    }
  | {
      /** Notifications were read, or marked as unread, elsewhere. */
      type: 'read';
      /** Their ids. */
      ids: readonly string[];
      /** Whether they are read now. */
      isRead: boolean;
    }
  | {
      /** Notifications were seen elsewhere. */
      type: 'seen';
      /** Their ids. */
      ids: readonly string[];
    }
  | {
      /** Notifications were dismissed, or restored, elsewhere. */
      type: 'dismiss';
      /** Their ids. */
      ids: readonly string[];
      /** Whether they are dismissed now. */
      isDismissed: boolean;
    }
  | {
      /** Notifications were answered elsewhere, or are about to be. */
      type: 'answer';
      /** Their ids. */
      ids: readonly string[];
      /** How; null if they are open again: it was taken back, or what the button is for could not be done. */
      answer: NotificationAnswer | PendingAnswer | null;
    }
  | {
      /** The customer switched a group on or off elsewhere. */
      type: 'preference';
      /** The group. */
      groupId: string;
      /** Whether it is switched off now. */
      isGroupNotificationOff: boolean;
    }
  | {
      /** The customer whose events these are: the first event of each stream. */
      type: 'customer';
      /** What the list has as `customer`. */
      customer: string;
    }
  | {
      /** Events were lost: the list is loaded anew, further pages too. */
      type: 'reset';
    };

/** One page of references, newest first. Without `nextCursor` it is the last page. */
export interface ReferencePage {
  /**
   * Whose list it is: a text that stands for the customer, always the same, the customer key of your page. If another one follows, another customer is
   * signed in: everything of the first is dropped. What saves a change receives it, so that you refuse that of another customer: say it only if
   * you do.
   */
  customer?: string | undefined;
  /** The notifications of this page, newest first. */
  references: readonly NotificationReference[];
  /** Passed to `load` for the next page. */
  nextCursor?: string | undefined;
  /**
   * On the first page: what is snoozed, or was and has come back, and is on further pages. Without it, a page knows of such a
   * notification once it has loaded its page.
   */
  snoozed?: readonly NotificationReference[] | undefined;
  /**
   * How many of the customer's notifications are unread and not dismissed, on this page and on all others. Without it, the number is
   * known only once every page is loaded. Provide it only if you store read state: the inbox relies on it.
   */
  unreadCount?: number | undefined;
  /**
   * How many of those are also unseen, on all pages. Provide it only if you store what is seen. Without it, the number is known
   * from the dates of what is loaded, or once every page is.
   */
  unseenCount?: number | undefined;
  /**
   * How many of the unread ones have each tag, on all pages; a tag that is not named has none. Say `isRead` of each notification, too.
   * Without it, the number of a tab is known once the notifications of every page are loaded.
   */
  unreadCountByTag?: Readonly<Record<string, number>> | undefined;
  /**
   * The buttons whose press the host handles, by their `onclickAction`: {@link NotificationSource.setAnswer} receives it, and the page
   * need not.
   */
  answers?: readonly string[] | undefined;
  /**
   * What the host saves of `read`, `seen`, `dismissed`, `snoozed` and `answered`; the device saves the others, as without a method of
   * the source for them. Default: all for which the source has a method.
   */
  saves?: readonly string[] | undefined;
  /**
   * On the first page: the last event of your stream that it contains. The built-in sources open the stream there, so that nothing is
   * missed in between; a source of your own has no use for it.
   */
  lastEventId?: string | undefined;
  /** Of a {@link FirstPage}: from when it is, in ISO 8601. */
  loadedDate?: string | undefined;
}

/**
 * The first page of the list, which came with the HTML of the page: what your list responds with, whose it is and from when. It is shown
 * before anything is requested, unless it is older than five minutes, or this device knows that somebody has signed out or in since.
 */
export interface FirstPage extends ReferencePage {
  /** Whose list it is. The first response of your list or its stream has to say the same; otherwise all of it goes. */
  customer: string;
  /** When it was loaded, in ISO 8601. */
  loadedDate: string;
}

/** What each method that saves receives. */
export interface SaveOptions {
  /** Aborts once it takes too long. */
  signal: AbortSignal;
  /**
   * Whose change it is, as your list has said: send it along, refuse it if another customer is signed in, and reject with an
   * `OtherCustomerError` then. Undefined while your list has not named a customer.
   */
  customer?: string | undefined;
  /**
   * Resolves once the customer who did it is known to be signed in, and rejects if that is not certain. A source that saves in several
   * requests, or repeats one, awaits it before each but the first: somebody else may have signed in.
   */
  confirmCustomer?: (() => Promise<void>) | undefined;
  /**
   * Says which notifications are saved: a source that saves in several requests calls it after each. If a later one rejects, only the others are
   * rolled back. With `until`, name all that you marked.
   *
   * @since next
   */
  setSaved?: ((ids: readonly string[]) => void) | undefined;
}

/**
 * Where the ids come from: the service has no list of a customer's notifications, so the host's own backend provides it.
 * Each method is optional.
 *
 * @example
 * const source = {
 *   load: async ({ cursor, limit, signal }) => {
 *     const response = await fetch(`/notifications?limit=${limit}&cursor=${cursor ?? ''}`, { signal });
 *     return response.json(); // { references: [{ id: '…', isRead: false }], nextCursor: '…', unreadCount: 12 }
 *   },
 * };
 */
export interface NotificationSource {
  /**
   * Loads a page of references, newest first. If it rejects, the inbox reports it and offers to try again.
   *
   * `memoryOnly` is that of the session: with it, request the page with `cache: 'no-store'`, as the built-in sources do, so that the
   * browser stores nothing of it.
   */
  load?(page: {
    cursor?: string;
    limit: number;
    signal: AbortSignal;
    memoryOnly?: boolean;
  }): Promise<ReferencePage>;
  /**
   * Receives the first page that came with the HTML, before {@link subscribe} is called for the first time: have your events begin after
   * what it contains. Without this method, the list is loaded once the first page is on the screen. The source of a backend has it.
   */
  continueFrom?(page: FirstPage): void;
  /**
   * Emits events until the signal aborts. A returned function is called at the end; a returned promise may reject.
   *
   * Call `refresh` when events may have been missed, for instance when a connection opens. It loads the newest page again.
   * Where that is under way, it may lack what was missed: another one follows it, once for several calls. If it fails, the inbox
   * shows the problem and a button to try again. The promise rejects then, so that the source may try again itself, but need not be handled.
   *
   * Call `setConnected(false)` once it is clear that events cannot arrive for now, but not for a connection that is back within a few
   * seconds, and `setConnected(true)` when they can again: the inbox says so.
   */
  subscribe?(
    emit: (event: SourceEvent) => void,
    options: {
      signal: AbortSignal;
      refresh: () => Promise<void>;
      setConnected?: (isConnected: boolean) => void;
    },
  ): (() => void) | Promise<void> | undefined;
  /**
   * Saves read state at the host. If it rejects, or takes longer than 20 seconds, the change is rolled back.
   *
   * `until`, an ISO 8601 date in UTC with milliseconds: the customer has marked everything as read, so what was created up to
   * then is read too, such as what is on pages that are not loaded. If only that was unread, `ids` is empty. Resolve with the
   * ids of all that you marked, so that the customer can undo it. A source that does not know `until` resolves without
   * ids: the further pages are then marked when they are loaded.
   *
   * Of the built-in sources, only that of a backend has it. Add it to another: `{ ...pollingSource('/list'), setRead }`.
   * Without it, read state is stored on the device only.
   */
  setRead?(
    ids: string[],
    isRead: boolean,
    options: SaveOptions & { until?: string | undefined },
    // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a function that knows no `until` returns nothing
  ): Promise<readonly string[] | void>;
  /**
   * Saves at the host what the customer has seen on the list: once for each notification, while the list is open. It is tried
   * three times; if it still rejects, that is reported, and only the device knows.
   *
   * `until`, an ISO 8601 date in UTC with milliseconds: everything created up to then is seen too, such as what is on pages
   * that are not loaded. If only that was unseen, `ids` is empty.
   */
  setSeen?(ids: string[], options: SaveOptions & { until?: string | undefined }): Promise<void>;
  /**
   * Saves at the host what the customer dismissed or restored, on the terms of {@link setRead}. Your list may then name dismissed
   * notifications with `isDismissed: true`, so that the customer finds them again, or leave them out. Without it, they are
   * stored on the device only.
   */
  setDismissed?(ids: string[], isDismissed: boolean, options: SaveOptions): Promise<void>;
  /**
   * Saves at the host until when the customer snoozed notifications, in ISO 8601 in UTC; null puts them back on the list at
   * once. If it rejects, or takes longer than 20 seconds, the change is rolled back. Your list goes on naming them, with
   * `snoozedUntil`: what it leaves out is gone. Without it, they are snoozed on the device only.
   */
  setSnoozed?(ids: string[], until: string | null, options: SaveOptions): Promise<void>;
  /**
   * Saves at the host how the customer has answered a notification by one of its buttons, which also counts as reading it. `text`
   * is what came of it; null if you do what the button is for, as with those that your list names in `answers`. `label` is the text of the
   * button.
   *
   * Resolve with what stands then: an answer that another device has given before, or one that is under way. If it rejects, or takes longer
   * than 20 seconds, nothing is answered. Without it, answers are stored on the device only.
   */
  setAnswer?(
    id: string,
    answer: { action: AnswerAction; text: string | null; onclickAction: string | null; label: string | null },
    options: SaveOptions,
    // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a function that saves what it receives returns nothing
  ): Promise<NotificationAnswer | PendingAnswer | void>;
  /**
   * Deletes notifications for good at the host. They leave the list once it resolves. Without it, or if it rejects or takes longer
   * than 20 seconds, they stay.
   */
  remove?(ids: string[], options: SaveOptions): Promise<void>;
  /**
   * Returns the customer's token, unless the session has a `getToken` of its own. The source of a backend has it. It receives the
   * `customer` that your list has named, as what saves a change does.
   */
  getToken?: (
    why: TokenRequest & { customer?: string | undefined },
  ) => string | null | Promise<string | null>;
  /**
   * Loads the record of one notification, in the form of the service: for a session without a `baseUrl`, and in others for what the service
   * does not have. Reject with an `ApiError` of status 404 if there is none. Call `setCustomer` to say whose it is, as a page of your
   * list does.
   */
  loadRecord?: (
    id: string,
    options: { signal: AbortSignal; setCustomer?: (customer: string) => void },
  ) => Promise<unknown>;
  /**
   * Loads the groups that the customer may choose from, with the saved choices, unless the session has `groups`. Call `setCustomer` to
   * say whose they are, as a page of your list does.
   */
  loadGroups?: (options?: {
    setCustomer: (customer: string) => void;
  }) => Promise<readonly NotificationGroup[]>;
  /** Saves the customer's choice for a group. Without it, the service is requested to. */
  savePreference?: (groupId: string, input: GroupPreferenceInput, options: SaveOptions) => Promise<void>;
}
