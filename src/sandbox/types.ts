/** A picture with a fallback name. Avatars and image attachments share this shape (contract §2.6). */
export interface NotificationAvatar {
  iconURL: string;
  fallBackName: string;
  iconRedirectURL: string;
}

/** A file attachment (contract §2.6). */
export interface NotificationFile {
  type: string;
  fileName: string;
  url: string;
}

/** A tag; `url` and `icon` may be empty (contract §2.6). */
export interface NotificationTag {
  tagName: string;
  url: string;
  icon: string;
}

/** One of up to three action buttons (contract §2.6). */
export interface NotificationButton {
  name: string;
  url: string;
  onclickAction: string;
}

/** The content of a notification (contract §2.6). */
export interface NotificationPayload {
  title: string;
  subTitle: string;
  body: string;
  avatar: NotificationAvatar[];
  attachmentsImage: NotificationAvatar[];
  attachments: NotificationFile[];
  itemRedirect: string;
  tags: NotificationTag[];
  actionButtons: {
    primary?: NotificationButton;
    secondary?: NotificationButton;
    tertiary?: NotificationButton;
  };
}

/** A payload that follows the contract, in part or whole, or any other object: tests also need records that break the contract. */
export type NotificationFields = Partial<NotificationPayload> | Readonly<Record<string, unknown>>;

/** A notification record, as the sandbox stores it and operation #7 returns it. */
export interface SandboxNotification {
  readonly id: string;
  readonly payload: NotificationFields | null;
  /** An ISO 8601 date, or null to simulate a missing one. */
  readonly createdDate: string | null;
  readonly isRead: boolean | null;
  readonly productSpaceId: string | null;
  readonly uniqueCustomerId: string;
}

/** Fields to set on a new notification. Fields left out get a default. */
export interface NotificationOverrides {
  /** Default: a new id. If the customer has a notification with this id, it is replaced. */
  id?: string;
  /** Default: the next of a few realistic payloads. In a given payload, missing fields are set to empty values. */
  payload?: NotificationFields | null;
  /** An ISO 8601 date. Default: now. */
  createdDate?: string | null;
  /** Default: false. */
  isRead?: boolean | null;
  productSpaceId?: string | null;
}

/** A notification group that a customer can turn off (contract §2.13, operation #6). */
export interface SandboxGroup {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/**
 * Ids of the seed `'shop'`, for use in paths. With the seed `'empty'`, only the project exists.
 * The service has no operation that lists most of them.
 */
export interface SandboxIds {
  readonly projectId: string;
  /** Has 28 attributes, which is more than one page. */
  readonly customerPoolId: string;
  readonly customAttributeId: string;
  readonly cohortSegmentId: string;
  /** Has 30 subtypes, which is more than one page. */
  readonly notificationTypeId: string;
  readonly subtypeId: string;
  /** A job with three child jobs. */
  readonly clientJobsId: string;
  /** One of the child jobs. It has siblings and failed rows. */
  readonly childJobsId: string;
  /** The file with the failed rows of `childJobsId`; its `context` is `failedCustomerPoolCsv`. */
  readonly mediaManagerId: string;
  /** A file for each `context` that operation #19 accepts. */
  readonly mediaManagerIds: Readonly<
    Record<
      | 'customerPoolCsv'
      | 'failedCustomerPoolCsv'
      | 'templateImage'
      | 'templateAttachment'
      | 'projectDownload'
      | 'memberProfile'
      | 'profile'
      | 'archive',
      string
    >
  >;
  readonly targetAudienceListId: string;
  readonly notificationGroupId: string;
  readonly notificationTopicId: string;
  readonly notificationHandlerId: string;
}

/** The current state of records that operations write but no operation returns. */
export interface SandboxSnapshot {
  /** #3 */
  customers: { id: string; uniqueCustomerId: string; customerPoolId: string }[];
  /** #14 */
  productSpaces: { id: string; name: string; description: string; orgId: string; code: string }[];
  /** #20 */
  targetAudienceLists: { id: string; name: string; status: string; projectId: string }[];
  /** #21 */
  notificationTopics: {
    id: string;
    name: string;
    description: string;
    channels: unknown[];
    notificationGroupId: string;
  }[];
  /** #22 */
  notificationGroups: {
    id: string;
    name: string;
    description: string;
    channels: unknown[];
    projectId: string;
  }[];
  /** #23 */
  handlerRecipients: {
    id: string;
    recipientSourceType: string;
    recipientSourceId: string;
    notificationHandlerId: string;
  }[];
}

/**
 * How a request fails. A request that fails has no effect on the data.
 *
 * - `{ status, retryAfter?, message? }`: a response with this HTTP status and an error envelope; `retryAfter`, in seconds, sets the `Retry-After` header
 * - `'network'`: `fetch` rejects with a `TypeError`, as without a connection
 * - `'html'`: a 502 with an HTML page, as from a proxy
 * - `'empty'`: a 200 without a body
 * - `'truncated'`: a 200 with incomplete JSON
 * - `'error-in-200'`: a 200 with an error envelope
 * - `'stall'`: no response until the request is aborted
 * - `'stalled-body'`: the headers and the first bytes of a 200, then nothing until the request is aborted
 */
export type SandboxFailure =
  | { readonly status: number; readonly retryAfter?: number; readonly message?: string }
  | 'network'
  | 'html'
  | 'empty'
  | 'truncated'
  | 'error-in-200'
  | 'stall'
  | 'stalled-body';

/** An entry of the request log. It holds the kinds of credentials sent, never the credentials. */
export interface SandboxRequest {
  readonly method: string;
  /** The path below the base URL as sent: encoded, without the query. */
  readonly path: string;
  /** The query with its question mark, or an empty string. The signature of a download is left out. */
  readonly query: string;
  /** The number of the operation in the contract (§4), or null for an unknown path or method, or a download. */
  readonly operation: number | null;
  readonly credentials: readonly ('bearer' | 'client')[];
  readonly contentType: string | null;
  /** The HTTP status of the response; null while the request is pending, or if it failed or was aborted. */
  readonly status: number | null;
}

export interface SandboxOptions {
  /**
   * The base URL of the service: a URL or a path. Default `https://sandbox.nudge-inbox.example/v1/engagement`.
   * `fetch` also accepts any other base URL that ends with `/v1/<service>`.
   */
  baseUrl?: string;
  /** `'shop'` (default): a small shop and its customers. `'empty'`: the same customer without notifications or groups, and an empty project. */
  seed?: 'shop' | 'empty';
  /** Returns the current time in milliseconds since 1970. Seeded dates are relative to it, and tokens expire by it. Default `Date.now`. */
  now?: () => number;
  /** The prefix of the URLs of seeded pictures. Default `/pictures/`. */
  pictureBase?: string;
  /** The prefix of the URLs of seeded files. Default `/files/`. */
  fileBase?: string;
}

/** The whole service in memory. Create it with `createSandbox()`. */
export interface Sandbox {
  /**
   * Handles a request as the global `fetch` does, without a network. It is bound: pass it as `fetch: sandbox.fetch`.
   * Accepts relative URLs too. Rejects with the signal's reason as soon as the request is aborted, and with a `TypeError` for a simulated network failure.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The base URL to pass to a client. */
  readonly baseUrl: string;

  /** The `x-client-key` that the 21 client operations accept. */
  readonly clientKey: string;
  /** The `x-client-secret` that belongs to `clientKey`. */
  readonly clientSecret: string;
  /** The default customer of every method that takes a `uniqueCustomerId`. The seed `'shop'` also has `customer-51377`. */
  readonly uniqueCustomerId: string;
  /** Issues a bearer token for operations #6 and #7. `lifetime` is in milliseconds and defaults to one hour. An unknown customer starts without notifications. */
  issueToken(uniqueCustomerId?: string, options?: { lifetime?: number }): string;
  /** Expires a token immediately. */
  expireToken(token: string): void;
  /** Expires all tokens issued so far. */
  expireTokens(): void;

  /** Returns the ids of a customer's notifications, newest first. The service has no such list; in production the company's backend provides it. */
  notificationIds(uniqueCustomerId?: string): string[];
  /** Adds a notification and returns it. By default it is new and unread. */
  addNotification(overrides?: NotificationOverrides, uniqueCustomerId?: string): SandboxNotification;
  /** Removes a notification, so that #7 returns a 404 for it. Returns whether it existed. */
  removeNotification(id: string, uniqueCustomerId?: string): boolean;
  /** The notification groups, including changes by operation #22. */
  readonly groups: readonly SandboxGroup[];
  /** Returns the `isGroupNotificationOff` that operation #6 saved last, or undefined if it saved none. */
  preference(notificationGroupId: string, uniqueCustomerId?: string): boolean | undefined;

  /** Seeded ids, for calls to the 21 client operations. */
  readonly ids: SandboxIds;
  /** Returns a copy of the records that client operations write but no operation returns, for assertions in tests. */
  snapshot(): SandboxSnapshot;

  /** The latency of each request in milliseconds: a number, or a random one between a minimum and a maximum. Default 0. */
  latency: number | readonly [number, number];
  /** Whether every request rejects with a `TypeError`, as without a connection. Default false. */
  offline: boolean;
  /**
   * Makes the next `count` requests fail (default 1). With `path`, only requests whose path below the base URL contains the
   * string or matches the regular expression. Several calls queue up.
   *
   * @example
   * sandbox.failNext({ status: 503, retryAfter: 2 }, 2, 'in-app-notifications');
   */
  failNext(failure: SandboxFailure, count?: number, path?: string | RegExp): void;
  /** The request log, oldest first. */
  readonly requests: readonly SandboxRequest[];
  /** Restores the initial state: the seed, no latency, no failures, online, an empty log. Expires all tokens. */
  reset(): void;
}
