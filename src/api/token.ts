import { raceAbort } from '../common/abort.js';
import { AuthenticationError, NudgeError, RequestError } from './errors.js';
import { type Credentials, type Headers, isHeaderValue } from './transport.js';

/** Why a token is asked for, and a signal that aborts when no request waits for it any more. */
export interface TokenRequest {
  reason: 'first' | 'expired';
  signal: AbortSignal;
}

/** Gives the customer's bearer token (the JWT alone), or null when there is none: then nothing is sent. */
export type GetToken = (why: TokenRequest) => string | null | Promise<string | null>;

/** One call of getToken, shared by all requests that wait for it. */
interface Asking {
  token: Promise<string>;
  controller: AbortController;
  waiting: number;
}

/** Keeps a customer's token: asks the host once for all who wait, and never sends a token again that was refused. */
export class TokenProvider implements Credentials {
  readonly #getToken: GetToken;
  #token: string | null = null;
  #refused: string | null = null;
  #asking: Asking | null = null;

  constructor(getToken: GetToken) {
    if (typeof getToken !== 'function') throw new RequestError('getToken', 'a function');
    this.#getToken = getToken;
  }

  async authorize(operation: string, signal: AbortSignal | undefined): Promise<Headers> {
    return { Authorization: `Bearer ${this.#token ?? (await this.#ask(operation, signal))}` };
  }

  refuse({ Authorization }: Headers): boolean {
    if (Authorization === `Bearer ${this.#token}`) {
      this.#refused = this.#token;
      this.#token = null;
      return true;
    }
    // Another request was refused before: there is a newer token, or it is being asked for, or none was to be had.
    return this.#token !== null || this.#asking !== null;
  }

  async #ask(operation: string, signal: AbortSignal | undefined): Promise<string> {
    const asking = (this.#asking ??= this.#start());
    asking.waiting++;
    try {
      return await raceAbort(asking.token, signal);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new AuthenticationError('no token to send', operation, { status: 401 }, { cause });
    } finally {
      asking.waiting--;
      if (!asking.waiting && this.#asking === asking) {
        this.#asking = null;
        asking.controller.abort();
      }
    }
  }

  #start(): Asking {
    const controller = new AbortController();
    const asking: Asking = {
      controller,
      waiting: 0,
      token: this.#obtain(controller.signal).finally(() => {
        if (this.#asking === asking) this.#asking = null;
      }),
    };
    return asking;
  }

  async #obtain(signal: AbortSignal): Promise<string> {
    const token = await this.#getToken({ reason: this.#refused === null ? 'first' : 'expired', signal });
    if (!token) throw new NudgeError('getToken gave no token');
    if (token === this.#refused) throw new NudgeError('getToken gave the refused token again');
    if (!isHeaderValue(token)) throw new NudgeError('getToken gave something else than a bare token');
    if (!signal.aborted) this.#token = token;
    return token;
  }
}
