import { CustomerClient, type CustomerClientOptions } from '../api/customer-client.js';
import { ConnectionError, isGone, NudgeError, RequestError } from '../api/errors.js';
import { ResponseError } from '../api/response-error.js';
import { notificationSchema, type Notification } from '../api/schemas/notification.js';
import type { NotificationSource } from './sources/source.js';

/** Loads the record of a notification from the host. */
type LoadHostRecord = NonNullable<NotificationSource['loadRecord']>;

/** Requests the records of a session: from the service, and from the backend of the host what that does not have. */
export class RecordRequests {
  /** Whether there is a service. Without one, the backend has everything. */
  readonly hasService: boolean;
  readonly #clientOptions: CustomerClientOptions | null;
  readonly #loadRecord: LoadHostRecord | undefined;
  /** Created by the first request, since a server has no origin for the path of a service. It has the token. */
  #client: CustomerClient | undefined;

  /** @param clientOptions null without a service */
  constructor(clientOptions: CustomerClientOptions | null, loadRecord: LoadHostRecord | undefined) {
    this.hasService = clientOptions !== null;
    this.#clientOptions = clientOptions;
    this.#loadRecord = loadRecord;
  }

  /** Whether records come from both, so that each names the customer. */
  get hasBoth(): boolean {
    return this.hasService && this.#loadRecord !== undefined;
  }

  /**
   * The client of the service.
   *
   * @throws RequestError if there is no service
   */
  get client(): CustomerClient {
    if (!this.#clientOptions)
      throw new RequestError('baseUrl', 'set, since this needs a notification service');
    return (this.#client ??= new CustomerClient(this.#clientOptions));
  }

  /** Stands for the token that requests to the service are sent with now; null without a service. */
  get tokenIssue(): symbol | null {
    return this.hasService ? this.client.tokenIssue : null;
  }

  /** Requests a record once, with a new token if that is wanted. Rejects as `notifications.retrieve()` of the client does. */
  async retrieve(id: string, signal: AbortSignal, needsNewToken: boolean): Promise<Notification> {
    const loadRecord = this.#loadRecord;
    if (!this.hasService && loadRecord) return loadHostRecord(loadRecord, id, signal);
    const { client } = this;
    if (needsNewToken) client.renewToken();
    try {
      return await client.notifications.retrieve(id, { signal, retries: 0 });
    } catch (error) {
      if (!loadRecord || !isGone(error)) throw error;
      // A backend that has no such route may respond with anything.
      return loadHostRecord(loadRecord, id, signal).catch(() => {
        throw error;
      });
    }
  }

  /** Has the next request get a new token. */
  renewToken(): void {
    this.#client?.renewToken();
  }

  /** Forgets the token. */
  forget(): void {
    this.#client = undefined;
  }
}

/**
 * Loads a record from the host, as `notifications.retrieve()` of a client does from the service.
 *
 * @throws ApiError, with status 404 if the host has none; ConnectionError, TimeoutError, ResponseError; the signal's reason
 */
async function loadHostRecord(
  loadRecord: LoadHostRecord,
  id: string,
  signal: AbortSignal,
): Promise<Notification> {
  let value: unknown;
  try {
    value = await loadRecord(id, { signal });
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof NudgeError) throw cause;
    throw new ConnectionError('The backend did not respond with a record.', null, { cause });
  }
  // The host may have found out meanwhile that another customer is signed in.
  signal.throwIfAborted();
  const record = notificationSchema.safeParse(value).data;
  if (record?.id === id) return record;
  throw new ResponseError('The backend responded with something other than the record.', null);
}
