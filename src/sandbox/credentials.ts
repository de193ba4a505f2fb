import { ServiceError } from './envelope.js';
import { hour } from './durations.js';
import { base64Url, createSecret } from './random.js';

/** Issues and checks credentials: the client key with its secret, and customer tokens. */
export class Credentials {
  readonly clientKey = 'sandbox-client-key';
  readonly clientSecret = 'sandbox-client-secret';
  readonly #now: () => number;
  readonly #tokens = new Map<string, { uniqueCustomerId: string; expires: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The token has the shape of a JWT, as the service requires. Its claims hold the expiry only; the customer is looked up here. */
  issueToken(uniqueCustomerId: string, lifetimeMs = hour): string {
    const expires = this.#now() + lifetimeMs;
    const parts = [
      base64Url(JSON.stringify({ alg: 'HS256', typ: 'JWT' })),
      base64Url(JSON.stringify({ jti: createSecret(12), exp: Math.floor(expires / 1000) })),
      createSecret(32),
    ];
    const token = parts.join('.');
    this.#tokens.set(token, { uniqueCustomerId, expires });
    return token;
  }

  expireToken(token: string): void {
    this.#tokens.delete(token);
  }

  expireTokens(): void {
    this.#tokens.clear();
  }

  /** Returns the customer whose token the request carries. Throws a 401 without a valid token. */
  checkCustomer(headers: Headers): string {
    const match = /^Bearer +(\S+)$/i.exec(headers.get('Authorization') ?? '');
    if (!match?.[1]) throw new ServiceError(401, 'A customer token is required.');
    const token = this.#tokens.get(match[1]);
    if (!token || token.expires <= this.#now()) {
      throw new ServiceError(401, 'The customer token is not valid or has expired.');
    }
    return token.uniqueCustomerId;
  }

  /** Throws a 401 without a valid client key and secret. */
  checkClient(headers: Headers): void {
    const key = headers.get('x-client-key');
    const secret = headers.get('x-client-secret');
    if (!key || !secret) throw new ServiceError(401, 'A client key and a client secret are required.');
    if (key !== this.clientKey || secret !== this.clientSecret) {
      throw new ServiceError(401, 'The client key and secret do not match.');
    }
  }
}

/** The kinds of credentials that a request carries, valid or not. */
export function credentialKinds(headers: Headers): ('bearer' | 'client')[] {
  const kinds: ('bearer' | 'client')[] = [];
  if (headers.has('Authorization')) kinds.push('bearer');
  if (headers.has('x-client-key') || headers.has('x-client-secret')) kinds.push('client');
  return kinds;
}
