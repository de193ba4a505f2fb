import { AuthenticationError } from '../api/errors.js';
import { Emitter } from '../common/emitter.js';

/** Another customer has turned up. */
export interface CustomerChange {
  /**
   * Why the session sends nothing more until somebody tries again: the one before was signed in here for certain. Null if the session
   * goes on with whoever is signed in: only the device had named the one before, or the page has returned from the back/forward cache.
   */
  readonly error: AuthenticationError | null;
  /** Whether anybody had named the customer before. */
  readonly wasKnown: boolean;
  /** Whether a record had, and not only the device. */
  readonly wasConfirmed: boolean;
}

/**
 * Whose session this is: the first customer that a record names, or until then the device. When a record names another one, the
 * session drops everything that belongs to the first.
 */
export class CustomerIdentity {
  readonly #otherCustomer = new Emitter<CustomerChange>();
  #resolveFirst: (id: string) => void = () => undefined;
  /** Resolves with the first customer's `uniqueCustomerId`. */
  readonly first = new Promise<string>((resolve) => (this.#resolveFirst = resolve));
  #id: string | null = null;
  #formerId: string | null = null;
  #notificationId: string | null = null;
  /** Whether a record has named the customer, and not only the device. */
  #isConfirmed = false;

  /** The `uniqueCustomerId`, or null while nobody is known. */
  get id(): string | null {
    return this.#id;
  }

  /** Who signs out: the customer, or until anybody is known the one whom nothing shows to be signed in any more. */
  get signingOutId(): string | null {
    return this.#id ?? this.#formerId;
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
   * Takes the customer whom the device names as the session's, until a record names one.
   *
   * @param notificationId A stored notification of this customer.
   */
  claim(id: string | null, notificationId: string | null = null): void {
    if (id === null || !this.isSame(id)) return;
    this.#id = id;
    this.#notificationId ??= notificationId;
    this.#resolveFirst(id);
  }

  /**
   * Takes the first id as the session's.
   *
   * @param notificationId Whose record has named the customer.
   * @param isConfirmed Whether the record shows who is signed in now.
   * @throws AuthenticationError, which the subscribers receive first, if another record has named another customer
   */
  identify(id: string | null, notificationId: string | null = null, isConfirmed = true): void {
    if (id === null) return;
    const isOther = !this.isSame(id);
    const wasConfirmed = this.#isConfirmed;
    if (isOther) this.forget();
    if (isOther && wasConfirmed) {
      const error = new AuthenticationError('The notification belongs to another customer.', null, {
        status: 401,
      });
      this.#otherCustomer.emit({ error, wasKnown: true, wasConfirmed });
      throw error;
    }
    this.#id = id;
    this.#notificationId = notificationId ?? this.#notificationId;
    this.#isConfirmed ||= isConfirmed;
    this.#resolveFirst(id);
    if (isOther) this.#otherCustomer.emit({ error: null, wasKnown: true, wasConfirmed });
  }

  /** Nothing shows that the customer is signed in any more: the next record says who is. */
  drop(): void {
    const change = { error: null, wasKnown: this.#id !== null, wasConfirmed: this.#isConfirmed };
    const formerId = this.signingOutId;
    this.forget();
    this.#formerId = formerId;
    this.#otherCustomer.emit(change);
  }

  /** Another customer is signed in. */
  forget(): void {
    this.#id = null;
    this.#formerId = null;
    this.#notificationId = null;
    this.#isConfirmed = false;
  }

  /** Calls the listener when another customer turns up. */
  onOtherCustomer(listener: (change: CustomerChange) => void): void {
    this.#otherCustomer.subscribe(listener);
  }
}
