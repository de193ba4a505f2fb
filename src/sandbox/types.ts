/** A picture with a name to fall back on; avatars and image attachments share this shape (contract §2.6). */
export interface NotificationAvatar {
  iconURL: string;
  fallBackName: string;
  iconRedirectURL: string;
}

/** A file to download (contract §2.6). */
export interface NotificationFile {
  type: string;
  fileName: string;
  url: string;
}

/** A tag, with or without an address and an icon (contract §2.6). */
export interface NotificationTag {
  tagName: string;
  url: string;
  icon: string;
}

/** One of up to three buttons (contract §2.6). */
export interface NotificationButton {
  name: string;
  url: string;
  onclickAction: string;
}

/** What a notification says (contract §2.6). */
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

/** A payload as the contract has it, or anything else: tests also need the records that break the contract. */
export type NotificationFields = Partial<NotificationPayload> | Readonly<Record<string, unknown>>;

/** A notification as the sandbox keeps it and as operation #7 answers it. */
export interface SandboxNotification {
  readonly id: string;
  readonly payload: NotificationFields | null;
  /** ISO 8601, or null where a test wants the date to be missing. */
  readonly createdDate: string | null;
  readonly isRead: boolean | null;
  readonly productSpaceId: string | null;
  readonly uniqueCustomerId: string;
}

/** What to set on a new notification; the rest gets a sensible value. */
export interface NotificationOverrides {
  /** Default: a new id. An id that the customer already has is replaced. */
  id?: string;
  /** Default: the next of a handful of believable ones. Where it is given, fields that it leaves out are empty. */
  payload?: NotificationFields | null;
  /** Default: now. */
  createdDate?: string | null;
  /** Default: false. */
  isRead?: boolean | null;
  productSpaceId?: string | null;
}

/** A notification group that a customer can switch off (contract §2.13, operation #6). */
export interface SandboxGroup {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/**
 * Ids of the seed `'shop'` to put into paths. With the seed `'empty'` only the project is there.
 * The service has no operation that tells most of them; a company knows its own.
 */
export interface SandboxIds {
  readonly projectId: string;
  /** Has 28 attributes: more than a page. */
  readonly customerPoolId: string;
  readonly customAttributeId: string;
  readonly cohortSegmentId: string;
  /** Has 30 subtypes: more than a page. */
  readonly notificationTypeId: string;
  readonly subtypeId: string;
  /** A job that was split in three. */
  readonly clientJobsId: string;
  /** One of the three: it has a parent and siblings, and rows that failed. */
  readonly childJobsId: string;
  /** The failed rows of that one; context `failedCustomerPoolCsv`. */
  readonly mediaManagerId: string;
  /** A file of each `context` that operation #19 takes. */
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

/** Records that operations write and none reads: those of the seed, and what became of them. */
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
 * How a request fails, instead of being served. The act that it asks for is not done.
 *
 * - `{ status, retryAfter?, message? }`: refused with this HTTP status and an error envelope; `retryAfter` in seconds becomes the `Retry-After` header
 * - `'network'`: `fetch` rejects with a `TypeError`, as without a connection
 * - `'html'`: a 502 with a page of HTML, as from a proxy
 * - `'empty'`: a 200 without a body
 * - `'truncated'`: a 200 whose JSON breaks off
 * - `'error-in-200'`: a 200 with an error envelope
 * - `'stall'`: no answer at all, until the request is aborted
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

/** One line of the log of requests. It holds no credentials, only which kinds came along. */
export interface SandboxRequest {
  readonly method: string;
  /** Below the base URL, as sent: still encoded, without the query. */
  readonly path: string;
  /** With its question mark; empty without a query. The signature of a download is left out. */
  readonly query: string;
  /** The number of the operation in the contract (§4), or null where it has none: a wrong path or method, a download. */
  readonly operation: number | null;
  readonly credentials: readonly ('bearer' | 'client')[];
  readonly contentType: string | null;
  /** The HTTP status of the answer; null while there is none, and for requests that were cut or aborted. */
  readonly status: number | null;
}

export interface SandboxOptions {
  /**
   * Where the service is, as the client is told: an address or a path. Default `https://sandbox.nudge-inbox.example/v1/engagement`.
   * Whatever this is, `fetch` also answers below any other address that ends with `/v1/<service>`.
   */
  baseUrl?: string;
  /** `'shop'` (default): a small shop and its customers. `'empty'`: the same customer without any notification or group, and a project without anything in it. */
  seed?: 'shop' | 'empty';
  /** The clock, in milliseconds since 1970. Seeded dates count back from it; tokens expire by it. Default `Date.now`. */
  now?: () => number;
  /** What the addresses of seeded pictures begin with. Default `/pictures/`. */
  pictureBase?: string;
  /** What the addresses of seeded files begin with. Default `/files/`. */
  fileBase?: string;
}

/** The whole service in memory. */
export interface Sandbox {
  /**
   * Serves one request as the global `fetch` would, without any network. Needs no `this`: hand it on as `fetch: sandbox.fetch`.
   * Takes relative addresses too, and rejects with the signal's reason as soon as the request is aborted.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The base URL for a client. */
  readonly baseUrl: string;

  /** The value of `x-client-key` that the 21 client operations accept. */
  readonly clientKey: string;
  /** The value of `x-client-secret` that goes with it. */
  readonly clientSecret: string;
  /** The seeded customer: whom every method means that is not given another. The seed `'shop'` also knows `customer-51377`. */
  readonly uniqueCustomerId: string;
  /** A bearer token for operations #6 and #7. A customer who is not known yet has no notifications. `lifetime` is in milliseconds; default one hour. */
  issueToken(uniqueCustomerId?: string, options?: { lifetime?: number }): string;
  /** Makes one token expire now. */
  expireToken(token: string): void;
  /** Makes all tokens issued so far expire now. */
  expireTokens(): void;

  /** The ids of a customer's notifications, newest first. The service has no such list; a company's own backend knows them. */
  notificationIds(uniqueCustomerId?: string): string[];
  /** Adds a notification: the newest, unread, unless the overrides say otherwise. */
  addNotification(overrides?: NotificationOverrides, uniqueCustomerId?: string): SandboxNotification;
  /** Whether there was such a notification to remove. From then on #7 answers 404 for it. */
  removeNotification(id: string, uniqueCustomerId?: string): boolean;
  /** The notification groups, as operation #22 left them. */
  readonly groups: readonly SandboxGroup[];
  /** What operation #6 saved last as `isGroupNotificationOff`; undefined before that. */
  preference(notificationGroupId: string, uniqueCustomerId?: string): boolean | undefined;

  /** Ids to call the 21 client operations with. */
  readonly ids: SandboxIds;
  /** A copy of the records that client operations write and none reads, for tests to look at. */
  snapshot(): SandboxSnapshot;

  /** How long each request takes, in milliseconds: a number, or at least and at most. Default 0. */
  latency: number | readonly [number, number];
  /** Whether every request is rejected, as without a connection. */
  offline: boolean;
  /** Makes the next `count` requests fail, of those whose path below the base URL contains the string or matches the expression. Several calls queue up. */
  failNext(how: SandboxFailure, count?: number, path?: string | RegExp): void;
  /** Every request so far, oldest first. */
  readonly requests: readonly SandboxRequest[];
  /** As new: the seed, the levers at rest, an empty log; tokens issued before are refused. */
  reset(): void;
}
