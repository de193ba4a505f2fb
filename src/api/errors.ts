/**
 * Gives the errors of a class their name. It is defined, not assigned: on a page that has frozen `Error.prototype`, nothing that inherits
 * from it can be assigned a property of the same name.
 */
export function nameErrors({ prototype }: { readonly prototype: Error }, value: string): void {
  Object.defineProperty(prototype, 'name', { value, configurable: true, writable: true });
}

/**
 * The base class of every error that this package throws on purpose. An abort is not one of them: the call rejects with
 * the reason of the caller's own signal.
 *
 * No message contains a header, a body, an id or a token, so messages are safe to log.
 */
export class NudgeError extends Error {
  static {
    nameErrors(this, 'NudgeError');
  }

  /** Method and path template, such as `GET /nudge/in-app-notifications/{inAppNotificationId}`; null outside a request. */
  readonly operation: string | null;

  constructor(message: string, operation: string | null = null, options?: ErrorOptions) {
    super(operation ? `${operation}: ${message}` : message, options);
    this.operation = operation;
  }
}

/** The details of an error response. */
export interface Refusal {
  /** HTTP status. */
  status: number;
  /** The envelope's `message`. Default: null. */
  serviceMessage?: string | null;
  /** The envelope's `error`. Default: null. */
  error?: unknown;
  /** Seconds to wait before a retry (`Retry-After`). Default: null. */
  retryAfter?: number | null;
}

/** The service rejected the request: an HTTP status other than 2xx, or an envelope with `status: "error"`. */
export class ApiError extends NudgeError {
  static {
    nameErrors(this, 'ApiError');
  }

  /** HTTP status. It may be 200, when only the envelope reports the error. */
  readonly status: number;
  /** Seconds to wait before a retry (`Retry-After`), or null. Cross-origin, a browser sees the header only if the service exposes it. */
  readonly retryAfter: number | null;
  // Private fields, so that neither a logger nor JSON.stringify prints the service's text, which may hold personal data.
  readonly #serviceMessage: string | null;
  readonly #error: unknown;

  constructor(message: string, operation: string | null, refusal: Refusal, options?: ErrorOptions) {
    super(message, operation, options);
    this.status = refusal.status;
    this.retryAfter = refusal.retryAfter ?? null;
    this.#serviceMessage = refusal.serviceMessage ?? null;
    this.#error = refusal.error ?? null;
  }

  /** The envelope's `message`, or null. For developers, not for customers; it may contain personal data, so take care where you log it. */
  get serviceMessage(): string | null {
    return this.#serviceMessage;
  }

  /** The envelope's `error`, or null. The service documents no other value than null. */
  get error(): unknown {
    return this.#error;
  }
}

/** The service rejected the credentials (HTTP 401 or 403). Also thrown with status 401, before anything is sent, when there is no token. */
export class AuthenticationError extends ApiError {
  static {
    nameErrors(this, 'AuthenticationError');
  }
}

/** Nobody is signed in: `getToken` returned null, so that nothing was sent, or the host's backend responded with status 401. */
export class SignedOutError extends AuthenticationError {
  static {
    nameErrors(this, 'SignedOutError');
  }
}

/**
 * The host's backend has done nothing, since the request is of a page whose customer is not the one who is signed in: HTTP 409 with the code
 * `other-customer`. A source of your own rejects with it, too, or with any `Error` that has this `name`.
 */
export class OtherCustomerError extends ApiError {
  static {
    nameErrors(this, 'OtherCustomerError');
  }
}

/** No response arrived, or the connection broke: network, DNS, CORS or a redirect. `cause` is the error that `fetch` threw. */
export class ConnectionError extends NudgeError {
  static {
    nameErrors(this, 'ConnectionError');
  }
}

/** The response was not complete within the timeout of one attempt. */
export class TimeoutError extends NudgeError {
  static {
    nameErrors(this, 'TimeoutError');
  }
}

/** The input or an option is invalid. Nothing was sent. */
export class RequestError extends NudgeError {
  static {
    nameErrors(this, 'RequestError');
  }

  /** Path of the invalid field, such as `customAttributes.0.fieldName`. */
  readonly field: string;

  constructor(field: string, expected: string, operation: string | null = null) {
    super(`${field} must be ${expected}`, operation);
    this.field = field;
  }
}

/** Whether it is an {@link OtherCustomerError}: also one of another copy of this package, or an error that the page has given its name. */
export const isOtherCustomer = (error: unknown): boolean =>
  error instanceof Error && error.name === 'OtherCustomerError';

/** Whether the service says that what was requested does not exist, or no more: HTTP 404 or 410. */
export function isGone(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

/** Whether a request that failed with this HTTP status may succeed when it is retried. */
export const isTransientStatus = (status: number): boolean =>
  status >= 500 || [408, 425, 429].includes(status);

/** Whether there was no response: then `fetch` itself throws a TypeError. */
export const isWithoutResponse = (error: unknown): boolean =>
  error instanceof ConnectionError || error instanceof TypeError;

/** Whether the same request may succeed when it is retried: a network error, a timeout, or HTTP 408, 425, 429 or 5xx. */
export function isTransient(error: unknown): error is NudgeError {
  if (error instanceof ApiError) return isTransientStatus(error.status);
  return error instanceof ConnectionError || error instanceof TimeoutError;
}
