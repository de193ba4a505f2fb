/** A request that is refused. The page receives the code, and nothing else. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, headers: Record<string, string> = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** A function of the host has returned something else than it should. The message names no value, so that it can be logged. */
export class ReturnTypeError extends TypeError {}

/** Something is set up in a way that does not work. The message names no value, so that it can be logged. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
