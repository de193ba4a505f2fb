/**
 * What this package throws on purpose. An abort is not among them: it stays the caller's own reason.
 * No message holds a header, a body, an id or a token, so each may be logged.
 */
export class NudgeError extends Error {
  static {
    this.prototype.name = 'NudgeError';
  }

  /** Method and path template, such as `GET /nudge/in-app-notifications/{inAppNotificationId}`; null outside a request. */
  readonly operation: string | null;

  constructor(message: string, operation: string | null = null, options?: ErrorOptions) {
    super(operation ? `${operation}: ${message}` : message, options);
    this.operation = operation;
  }
}

/** What the service said as it refused. */
export interface Refusal {
  status: number;
  serviceMessage?: string | null;
  error?: unknown;
  retryAfter?: number | null;
}

/** The service refused: an HTTP status other than 2xx, or an envelope that says `error` (contract, section 7). */
export class ApiError extends NudgeError {
  static {
    this.prototype.name = 'ApiError';
  }

  /** HTTP status. It may be 200, when only the envelope said `error`. */
  readonly status: number;
  /** Seconds the service asks to wait (`Retry-After`). A browser sees it across origins only where it is exposed. */
  readonly retryAfter: number | null;
  // Private fields, so that neither a logger nor JSON.stringify prints what the service wrote about somebody.
  readonly #serviceMessage: string | null;
  readonly #error: unknown;

  constructor(message: string, operation: string | null, refusal: Refusal, options?: ErrorOptions) {
    super(message, operation, options);
    this.status = refusal.status;
    this.retryAfter = refusal.retryAfter ?? null;
    this.#serviceMessage = refusal.serviceMessage ?? null;
    this.#error = refusal.error ?? null;
  }

  /** The envelope's `message`: for developers, not for customers. It may name people; mind where it is logged. */
  get serviceMessage(): string | null {
    return this.#serviceMessage;
  }

  /** The envelope's `error`, of which the contract shows nothing but null. */
  get error(): unknown {
    return this.#error;
  }
}

/** The service knows the caller not (401) or allows it not (403). Status 401 too when no token was to be had and nothing was sent. */
export class AuthenticationError extends ApiError {
  static {
    this.prototype.name = 'AuthenticationError';
  }
}

/** No answer came, or it broke off: network, DNS, CORS, a refused redirect. `cause` is what `fetch` threw. */
export class ConnectionError extends NudgeError {
  static {
    this.prototype.name = 'ConnectionError';
  }
}

/** No whole answer came within the time of one attempt. */
export class TimeoutError extends NudgeError {
  static {
    this.prototype.name = 'TimeoutError';
  }
}

/** Something answered with 2xx, but not with what the contract promises. */
export class ResponseError extends NudgeError {
  static {
    this.prototype.name = 'ResponseError';
  }

  /** The bare bones of the answer: common tags and punctuation, `…` for all else, so that nobody's data is in it. */
  readonly snippet: string;

  constructor(message: string, operation: string | null, body = '') {
    super(message, operation);
    this.snippet = body
      .slice(0, 500)
      .replace(
        /(<\/?(?:!doctype|html|head|title|body|h1|p|pre)\b)|(?:"(?:\\.|[^"\\])*"?|[^"{}[\]:,<>])+/gi,
        (_, tag: string | undefined) => tag ?? '…',
      )
      .slice(0, 100);
  }
}

/** Bad input, refused before anything was sent. */
export class RequestError extends NudgeError {
  static {
    this.prototype.name = 'RequestError';
  }

  /** Path of the bad field, such as `customAttributes.0.fieldName`. */
  readonly field: string;

  constructor(field: string, expected: string, operation: string | null = null) {
    super(`${field} must be ${expected}`, operation);
    this.field = field;
  }
}

/** Whether the same request may succeed a little later. */
export function isTransient(error: unknown): error is NudgeError {
  if (error instanceof ApiError) return error.status >= 500 || [408, 425, 429].includes(error.status);
  return error instanceof ConnectionError || error instanceof TimeoutError;
}
