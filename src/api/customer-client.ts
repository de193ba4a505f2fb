import { bindMembers } from '../common/mark-raw.js';
import { createEndpoint } from './endpoint.js';
import { ResponseError } from './response-error.js';
import { type Notification, notificationSchema } from './schemas/notification.js';
import {
  type GroupPreferenceInput,
  parseGroupPreference,
  type PreferenceStatus,
  preferenceStatusSchema,
} from './schemas/preference.js';
import { type GetToken, TokenProvider } from './token.js';
import { type RequestOptions, Transport, type TransportOptions } from './transport.js';

/** Options of the `CustomerClient`. */
export interface CustomerClientOptions extends TransportOptions {
  /** Returns the signed-in customer's bearer token, or null if nobody is signed in. */
  getToken: GetToken;
}

/**
 * A client for the operations that a browser may call, with the customer's bearer token. {@link GetToken} has an example of
 * `getToken`.
 *
 * @example
 * const client = new CustomerClient({ baseUrl: 'https://api.example.com/v1/engagement', getToken });
 * const notification = await client.notifications.retrieve(id);
 */
export class CustomerClient {
  /** In-app notifications. */
  readonly notifications: CustomerNotifications;
  /** The customer's preferences. */
  readonly preferences: CustomerPreferences;
  readonly #tokens: TokenProvider;

  /** @throws RequestError if an option is invalid; its `field` is the name of the option */
  constructor(options: CustomerClientOptions) {
    // Without options, the error names the first one that is missing.
    const given = { ...options };
    this.#tokens = new TokenProvider(given.getToken);
    const transport = new Transport(given, this.#tokens);
    this.notifications = new CustomerNotifications(transport);
    this.preferences = new CustomerPreferences(transport);
    bindMembers(this);
  }

  /** @internal Stands for the token that requests are sent with now: replaced as soon as they wait for another one. */
  get tokenIssue(): symbol {
    return this.#tokens.issue;
  }

  /**
   * Makes the next request call `getToken` again, with the reason `expired`. The client does this itself after a 401; call it
   * if the service refuses the token with another status.
   */
  renewToken(): void {
    this.#tokens.renew();
  }
}

class CustomerNotifications {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
    bindMembers(this);
  }

  /**
   * Retrieves one notification of the customer. Retried after a transient failure.
   *
   * `GET /nudge/in-app-notifications/{inAppNotificationId}`
   * @returns the notification
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async retrieve(inAppNotificationId: string, options?: RequestOptions): Promise<Notification> {
    const endpoint = createEndpoint('GET /nudge/in-app-notifications/{inAppNotificationId}', {
      inAppNotificationId,
    });
    const { data } = await this.#transport.send({ endpoint, schema: notificationSchema }, options);
    if (data.id === inAppNotificationId) return data;
    throw new ResponseError('the response contains a different notification', endpoint.name);
  }
}

class CustomerPreferences {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
    bindMembers(this);
  }

  /**
   * Switches a notification group off or on for the customer. The operation is idempotent, so
   * it is retried after a transient failure.
   *
   * `POST /nudge/customer-preferences/notification-groups/{notificationGroupId}`
   * @param input `isGroupNotificationOff`, and no other field
   * @returns the `status` that the service reports
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async setGroup(
    notificationGroupId: string,
    input: GroupPreferenceInput,
    options?: RequestOptions,
  ): Promise<PreferenceStatus> {
    const endpoint = createEndpoint(
      'POST /nudge/customer-preferences/notification-groups/{notificationGroupId}',
      { notificationGroupId },
    );
    const operation = {
      endpoint,
      body: parseGroupPreference(input, endpoint.name),
      isIdempotent: true,
      keepalive: true,
      schema: preferenceStatusSchema,
    };
    const { data } = await this.#transport.send(operation, options);
    return data;
  }
}
