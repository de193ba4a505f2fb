import { AuthenticationError } from '../api/errors.js';
import { Emitter } from '../common/emitter.js';

/**
 * Whose session this is: the first customer that a record or the device names. When a record names another one, the
 * session drops everything that belongs to the first.
 */
export class CustomerIdentity {
  readonly #otherCustomer = new Emitter<AuthenticationError>();
  #resolveFirst: (id: string) => void = () => undefined;
  /** Resolves with the first customer's `uniqueCustomerId`. */
  readonly first = new Promise<string>((resolve) => (this.#resolveFirst = resolve));
  #id: string | null = null;
  #notificationId: string | null = null;

  /** The `uniqueCustomerId`, or null while nobody is known. */
  get id(): string | null {
    return this.#id;
  }

  /** The notification whose record has named the customer last; null if none has that can be fetched again. */
  get notificationId(): string | null {
    return this.#notificationId;
  }

  /** Whether the id may be this customer's: null, or any while nobody is known, counts as the same. */
  isSame(id: string | null): boolean {
    return id === null || id === (this.#id ?? id);
  }

  /**
   * Takes the first id as the session's.
   *
   * @param notificationId Whose record has named the customer.
   * @throws AuthenticationError, which the subscribers receive first, if the id is another customer's
   */
  identify(id: string | null, notificationId: string | null = null): void {
    if (id === null) return;
    if (this.isSame(id)) {
      this.#id = id;
      this.#notificationId = notificationId ?? this.#notificationId;
      this.#resolveFirst(id);
      return;
    }
    const error = new AuthenticationError('The notification belongs to another customer.', null, {
      status: 401,
    });
    this.forget();
    this.#otherCustomer.emit(error);
    throw error;
  }

  forget(): void {
    this.#id = null;
    this.#notificationId = null;
  }

  /** Calls the listener when another customer turns up. */
  onOtherCustomer(listener: (error: AuthenticationError) => void): void {
    this.#otherCustomer.subscribe(listener);
  }
}
