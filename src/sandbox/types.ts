/** A picture with a fallback name. Avatars and image attachments share this shape. */
export interface NotificationAvatar {
  /** URL of the picture. */
  iconURL: string;
  /** The name that stands in for a missing picture, by its initials. */
  fallBackName: string;
  /** Where a press on the picture leads. */
  iconRedirectURL: string;
}

/** A file attachment. */
export interface NotificationFile {
  /** Kind of the file, such as `pdf`. */
  type: string;
  /** The name that the customer sees. */
  fileName: string;
  /** Where the file is downloaded. */
  url: string;
}

/** A tag; `url` and `icon` may be empty. */
export interface NotificationTag {
  /** The text of the tag. */
  tagName: string;
  /** Where a press on the tag leads. If empty, it filters the list by this tag. */
  url: string;
  /** URL of a small picture before the text. */
  icon: string;
}

/** One of up to three action buttons. */
export interface NotificationButton {
  /** The label. */
  name: string;
  /** Where the button leads. */
  url: string;
  /** `navigate` in any case, or a blank text, follows `url`; any other value is up to the page, which receives `nudge-action`. */
  onclickAction: string;
}

/** The content of a notification. */
export interface NotificationPayload {
  /** The first line. */
  title: string;
  /** The line below the title. */
  subTitle: string;
  /** The text: plain text, whose line breaks are kept. */
  body: string;
  /** Who or what it is from. */
  avatar: NotificationAvatar[];
  /** Pictures. */
  attachmentsImage: NotificationAvatar[];
  /** Files to download. */
  attachments: NotificationFile[];
  /** Where a press on the notification leads. */
  itemRedirect: string;
  /** Tags, shown below the text. */
  tags: NotificationTag[];
  /** Buttons, shown last. */
  actionButtons: {
    primary?: NotificationButton;
    secondary?: NotificationButton;
    tertiary?: NotificationButton;
  };
}

/** A payload, in part or whole, or any other object: tests also need records that the service does not document. */
export type NotificationFields = Partial<NotificationPayload> | Readonly<Record<string, unknown>>;

/** A notification record, as the sandbox stores it and `notifications.retrieve()` gets it. */
export interface SandboxNotification {
  /** Identifies the notification: pass it to a session. */
  readonly id: string;
  /** What the notification shows. */
  readonly payload: NotificationFields | null;
  /** An ISO 8601 date, or null to simulate a missing one. */
  readonly createdDate: string | null;
  /** Whether the service takes it as read, or null to simulate a missing value. */
  readonly isRead: boolean | null;
  /** The product space that it belongs to, if any. */
  readonly productSpaceId: string | null;
  /** The customer to whom it belongs. */
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
  /** Default: that of the sandbox's project. */
  productSpaceId?: string | null;
}

/** A notification group that a customer can turn off. */
export interface SandboxGroup {
  /** Identifies the group. */
  readonly id: string;
  /** What the customer reads. */
  readonly name: string;
  /** What the group is about. */
  readonly description: string;
  /** What the customer has chosen; missing for one group of the seed, until that is saved. */
  readonly isGroupNotificationOff?: boolean;
}

/**
 * Ids of the seed `'shop'`, for use in paths. With the seed `'empty'`, only the project exists.
 * The service has no operation that lists most of them.
 */
export interface SandboxIds {
  /** The project to which everything else belongs. */
  readonly projectId: string;
  /** Has 28 attributes, which is more than one page. */
  readonly customerPoolId: string;
  /** A custom attribute of that pool. */
  readonly customAttributeId: string;
  /** A cohort segment of the project. */
  readonly cohortSegmentId: string;
  /** Has 30 subtypes, which is more than one page. */
  readonly notificationTypeId: string;
  /** One of those subtypes. */
  readonly subtypeId: string;
  /** A job with three child jobs. */
  readonly clientJobsId: string;
  /** One of the child jobs. It has siblings and failed rows. */
  readonly childJobsId: string;
  /** The file with the failed rows of `childJobsId`; its `context` is `failedCustomerPoolCsv`. */
  readonly mediaManagerId: string;
  /** A file for each `context` that `media.retrieveDownloadUrl()` accepts. */
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
  /** A target audience list of the project. */
  readonly targetAudienceListId: string;
  /** A notification group of the project. */
  readonly notificationGroupId: string;
  /** A topic of that group. */
  readonly notificationTopicId: string;
  /** A notification handler of the project. */
  readonly notificationHandlerId: string;
}

/** The current state of records that operations write but no operation returns. */
export interface SandboxSnapshot {
  /** Of `customerPools.addCustomer()`. */
  customers: { id: string; uniqueCustomerId: string; customerPoolId: string }[];
  /** Of `productSpaces.create()`. */
  productSpaces: { id: string; name: string; description: string; orgId: string; code: string }[];
  /** Of `targetAudienceLists.updateStatus()`. */
  targetAudienceLists: { id: string; name: string; status: string; projectId: string }[];
  /** Of `notificationGroups.updateTopic()`. */
  notificationTopics: {
    id: string;
    name: string;
    description: string;
    channels: unknown[];
    notificationGroupId: string;
  }[];
  /** Of `notificationGroups.update()`. */
  notificationGroups: {
    id: string;
    name: string;
    description: string;
    channels: unknown[];
    projectId: string;
  }[];
  /** Of `notificationHandlers.addRecipient()`. */
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
  | {
      /** The HTTP status of the response. */
      readonly status: number;
      /** Seconds for the `Retry-After` header. */
      readonly retryAfter?: number;
      /** The `message` of the envelope. */
      readonly message?: string;
    }
  | 'network'
  | 'html'
  | 'empty'
  | 'truncated'
  | 'error-in-200'
  | 'stall'
  | 'stalled-body';

/** An entry of the request log. It holds the kinds of credentials sent, never the credentials. */
export interface SandboxRequest {
  /** The HTTP method. */
  readonly method: string;
  /** The path below the base URL as sent: encoded, without the query. */
  readonly path: string;
  /** The query with its question mark, or an empty string. The signature of a download is left out. */
  readonly query: string;
  /** The number of the operation, as in docs/server.md (6 and 7 are the customer's), or null for an unknown path or method, or a download. */
  readonly operation: number | null;
  /** `bearer`: the customer's token; `client`: the client key and secret. */
  readonly credentials: readonly ('bearer' | 'client')[];
  /** The header of this name, or null without one. */
  readonly contentType: string | null;
  /** The HTTP status of the response; null while the request is pending, or if it failed or was aborted. */
  readonly status: number | null;
}

/** Options of `createSandbox()`, each optional. */
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
  /**
   * The prefix of the URLs of seeded pictures, such as `/pictures/` for a copy of `dist/pictures/` of the package. Without it, they are
   * part of the records, as `data:`, which a Content-Security-Policy has to allow in `img-src`.
   */
  pictureBase?: string;
  /** The prefix of the URLs of seeded files, which are in `dist/files/` of the package. Default `/files/`. */
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
  /** Issues a bearer token for the two operations of the customer, `preferences.setGroup()` and `notifications.retrieve()`. `lifetime` is in milliseconds and defaults to one hour. An unknown customer starts without notifications. */
  issueToken(uniqueCustomerId?: string, options?: { lifetime?: number }): string;
  /** Expires a token immediately. */
  expireToken(token: string): void;
  /** Expires all tokens issued so far. */
  expireTokens(): void;

  /** Returns the ids of a customer's notifications, newest first. The service has no such list; in production the company's backend provides it. */
  notificationIds(uniqueCustomerId?: string): string[];
  /** Adds a notification and returns it. By default it is new and unread. */
  addNotification(overrides?: NotificationOverrides, uniqueCustomerId?: string): SandboxNotification;
  /** Removes a notification, so that the service responds with 404 for it. Returns whether it existed. */
  removeNotification(id: string, uniqueCustomerId?: string): boolean;
  /** The notification groups, including changes by `notificationGroups.update()`. */
  readonly groups: readonly SandboxGroup[];
  /** Returns the `isGroupNotificationOff` that `preferences.setGroup()` saved last, or undefined if it saved none. */
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
