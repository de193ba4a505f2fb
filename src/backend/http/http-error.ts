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

/** Refuses a request if its customer has to wait for so many seconds before they may send it again. */
export function assertNoWait(seconds: number): void {
  if (seconds > 0) throw new HttpError(429, 'rate-limit', { 'Retry-After': String(Math.ceil(seconds)) });
}
