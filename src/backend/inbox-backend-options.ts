import type { InboxActionFunction, MaybeText } from './action-call.js';
import type { CustomerRequest } from './http/router.js';
import type { EventChannel } from './stores/event-channel.js';
import type { InboxStore } from './stores/inbox-store.js';

/** A group of notifications that customers may switch off. */
export interface InboxGroup {
  /** Identifies the group at the service. */
  id: string;
  /** What the customer sees. */
  name: string;
  /** One sentence on what is sent. */
  description?: string;
  /** A heading above groups that belong together. */
  section?: string;
  /** Whether the group cannot be switched off. */
  isRequired?: boolean;
  /** Whether it is off for those who have not chosen. Without it, that is unknown. */
  isGroupNotificationOff?: boolean;
}

/**
 * Options of `createInboxBackend()`: `store` and `authenticate` are required.
 *
 * @typeParam Context what `authenticate` receives beside the request: nothing, or one argument
 */
export interface InboxBackendOptions<Context extends readonly unknown[] = []> {
  /** Where everything is stored: `postgresStore()`, or `memoryStore()` in tests. */
  store: InboxStore;
  /**
   * Returns the id of the signed-in customer, from your own session; null or undefined if nobody is signed in. It receives the
   * request of the page, as a `Request`, and beside it what `fetch()` was called with: from `nodeHandler()`, the request of
   * Node or Express, with what other middleware has set on it.
   *
   * @example
   * authenticate: (_, request: express.Request) => request.session.userId
   */
  authenticate: (request: Request, ...context: Context) => MaybeText | Promise<MaybeText>;
  /**
   * Returns the key of a customer: a text that stands for them, always the same, and names them to nobody. Default: a SHA-256 hash of
   * their id. See `customerKey()` of the backend.
   */
  customerKey?: (customerId: string) => string | Promise<string>;
  /**
   * Returns a token of the service for the customer; null or undefined if there is none. Without it, `POST /token` does not
   * exist.
   */
  serviceToken?: (context: CustomerRequest) => MaybeText | Promise<MaybeText>;
  /** The groups that the customer may switch off. Without them, there are no preferences. */
  groups?:
    readonly InboxGroup[] | ((customerId: string) => readonly InboxGroup[] | Promise<readonly InboxGroup[]>);
  /** Saves a choice at the service. If it rejects, the choice is not stored. Without it, choices are stored only. */
  savePreference?: (
    choice: { groupId: string; isGroupNotificationOff: boolean },
    context: CustomerRequest,
  ) => unknown;
  /**
   * Does what buttons of notifications are for, by their `onclickAction`: a press on such a button is the customer's answer. It is given
   * at most once, to every device alike. A function that is called runs at least once: if its process is killed before the outcome is
   * stored, the customer can press the same button again, and the `key` is the same.
   *
   * @example
   * onAction: { approve: async ({ customerId, id, key }) => ((await approve(customerId, id, key)) ? 'Approved' : 'Came too late') }
   */
  onAction?: Readonly<Record<string, InboxActionFunction>>;
  /**
   * Returns for how many seconds the customer has to wait before such a request; 0 if it may go on. Default: 600 requests a
   * minute for each customer, with 20,000 ids in all, at each instance.
   */
  rateLimit?: (context: CustomerRequest & { route: string }) => number | Promise<number>;
  /** Whether pages may delete for good what is dismissed, by `POST /removed`. Default: no. */
  allowRemoval?: boolean;
  /**
   * Whether the list says how many are unread with each tag, so that the numbers of tabs are right at once. The database counts
   * more for each list. Default: no.
   */
  countsByTag?: boolean;
  /** Below which path the handler is mounted. Default: `/inbox`. */
  basePath?: string;
  /** Other origins whose pages may use it with the customer's cookies, such as `https://www.example.com`. Default: none. */
  allowedOrigins?: readonly string[];
  /** Notifies the other instances, in place of the store's own channel. */
  channel?: EventChannel;
  /** How many pages of one customer may be open for events. Default: 20. */
  maxStreamsPerCustomer?: number;
  /** How many pages may be open for events at this instance. Default: 10,000. */
  maxStreams?: number;
  /**
   * How long a request, or a call of `deliver()` and the like, waits for the database and for your functions, in milliseconds.
   * Then the request is 503, and the call rejects; what it waits for goes on, and may still succeed. The page gives up after
   * ten seconds. Default: 5,000.
   */
  timeoutMs?: number;
  /**
   * Receives what your functions or the store throw, and where. By default the console says what kind of error it is, at most
   * once a minute, but not its message, which may name a customer. If one of your functions returned something else than it should, it says that.
   */
  onError?: (error: unknown, context: { operation: string }) => void;
}
