import { ServiceError } from './envelope.js';
import { base64Url, createSecret } from './random.js';

const oneHour = 60 * 60 * 1000;

/** Who may ask: client keys with their secrets, and customers' tokens (contract §5). */
export class Credentials {
  readonly clientKey = 'sandbox-client-key';
  readonly clientSecret = 'sandbox-client-secret';
  readonly #now: () => number;
  readonly #tokens = new Map<string, { uniqueCustomerId: string; expires: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Shaped like a JWT, since the contract says so; whose it is stays here, and the claims say only when it expires. */
  issueToken(uniqueCustomerId: string, lifetime = oneHour): string {
    const expires = this.#now() + lifetime;
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

  /** The customer whose token came with the request. */
  checkCustomer(headers: Headers): string {
    const match = /^Bearer +(\S+)$/i.exec(headers.get('Authorization') ?? '');
    if (!match?.[1]) throw new ServiceError(401, 'A customer token is required.');
    const token = this.#tokens.get(match[1]);
    if (!token || token.expires <= this.#now()) {
      throw new ServiceError(401, 'The customer token is not valid or has expired.');
    }
    return token.uniqueCustomerId;
  }

  checkClient(headers: Headers): void {
    const key = headers.get('x-client-key');
    const secret = headers.get('x-client-secret');
    if (!key || !secret) throw new ServiceError(401, 'A client key and a client secret are required.');
    if (key !== this.clientKey || secret !== this.clientSecret) {
      throw new ServiceError(401, 'The client key and secret do not match.');
    }
  }
}

/** Which kinds of credentials a request carries, valid or not. */
export function credentialKinds(headers: Headers): ('bearer' | 'client')[] {
  const kinds: ('bearer' | 'client')[] = [];
  if (headers.has('Authorization')) kinds.push('bearer');
  if (headers.has('x-client-key') || headers.has('x-client-secret')) kinds.push('client');
  return kinds;
}
