import { ResponseError } from './errors.js';
import { path } from './path.js';
import { type Notification, notificationSchema } from './schemas/notification.js';
import {
  type GroupPreferenceInput,
  type PreferenceStatus,
  preferenceStatusSchema,
  parseGroupPreference,
} from './schemas/preference.js';
import { type GetToken, TokenProvider } from './token.js';
import { type RequestOptions, Transport, type TransportOptions } from './transport.js';

export interface CustomerClientOptions extends TransportOptions {
  getToken: GetToken;
}

/** The customer's part of the service: what a browser may ask for, with the customer's bearer token (contract, section 5). */
export class CustomerClient {
  /** In-app notifications (contract, section 4.3). */
  readonly notifications: CustomerNotifications;
  /** The customer's preferences (contract, section 4.2). */
  readonly preferences: CustomerPreferences;

  /** @throws RequestError that names the bad option */
  constructor(options: CustomerClientOptions) {
    const transport = new Transport(options, new TokenProvider(options.getToken));
    this.notifications = new CustomerNotifications(transport);
    this.preferences = new CustomerPreferences(transport);
  }
}

class CustomerNotifications {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * `GET /nudge/in-app-notifications/{inAppNotificationId}` (#7; contract, section 4.3): one notification of the customer.
   * Sent again after a passing trouble.
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async retrieve(inAppNotificationId: string, options?: RequestOptions): Promise<Notification> {
    const address = path`/nudge/in-app-notifications/${{ inAppNotificationId }}`;
    const { data } = await this.#transport.send(
      { method: 'GET', path: address, answer: notificationSchema },
      options,
    );
    if (data.id === inAppNotificationId) return data;
    throw new ResponseError('the answer is not the notification asked for', `GET ${address.template}`);
  }
}

class CustomerPreferences {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * `POST /nudge/customer-preferences/notification-groups/{notificationGroupId}` (#6; contract, section 4.2): switches a
   * notification group off, or on again, for the customer. It sets, so it is sent again after a passing trouble.
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async setGroup(
    notificationGroupId: string,
    input: GroupPreferenceInput,
    options?: RequestOptions,
  ): Promise<PreferenceStatus> {
    const address = path`/nudge/customer-preferences/notification-groups/${{ notificationGroupId }}`;
    const body = parseGroupPreference(input);
    const answer = preferenceStatusSchema;
    const operation = { method: 'POST', path: address, body, repeatable: true, answer } as const;
    return (await this.#transport.send(operation, options)).data;
  }
}
