import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  NudgeError,
  RequestError,
  TimeoutError,
} from '../../src/api/errors.js';
import { ResponseError } from '../../src/api/response-error.js';

const operation = 'GET /nudge/in-app-notifications/{inAppNotificationId}';

describe('An error', () => {
  it.each([
    [new NudgeError('unexpected', operation), 'NudgeError', NudgeError],
    [new ApiError('unexpected', operation, { status: 500 }), 'ApiError', NudgeError],
    [new AuthenticationError('unexpected', operation, { status: 401 }), 'AuthenticationError', ApiError],
    [new ConnectionError('unexpected', operation), 'ConnectionError', NudgeError],
    [new TimeoutError('unexpected', operation), 'TimeoutError', NudgeError],
    [new ResponseError('unexpected', operation), 'ResponseError', NudgeError],
    [new RequestError('id', 'unexpected', operation), 'RequestError', NudgeError],
  ])('has a literal name and the operation in its message: %s', (error, name, baseClass) => {
    expect(error).toBeInstanceOf(baseClass);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe(name);
    expect(error.stack).toMatch(new RegExp(`^${name}: GET /nudge/in-app-notifications/`));
    expect(error.operation).toBe(operation);
  });

  it('mentions no operation if there is none', () => {
    expect(new RequestError('baseUrl', 'an https: URL')).toMatchObject({
      message: 'baseUrl must be an https: URL',
      operation: null,
      field: 'baseUrl',
    });
  });

  it('has a cause only if one was passed', () => {
    expect(Object.hasOwn(new ConnectionError('no response', operation), 'cause')).toBe(false);
    expect(new ConnectionError('no response', operation, { cause: 'x' }).cause).toBe('x');
  });

  it('exposes the texts of the service as properties and prints them nowhere', () => {
    const error = new ApiError('refused with HTTP 404', operation, {
      status: 404,
      serviceMessage: 'Anna Petrova is unknown',
      error: { email: 'anna@example.com' },
      retryAfter: 3,
    });
    expect(error.serviceMessage).toBe('Anna Petrova is unknown');
    expect(error.error).toEqual({ email: 'anna@example.com' });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/anna/i);
    expect(JSON.stringify(error)).toBe(JSON.stringify({ operation, status: 404, retryAfter: 3 }));
  });
});

describe('The snippet of a ResponseError', () => {
  const snippet = (body: string) => new ResponseError('unexpected', operation, body).snippet;

  it('contains tags and punctuation', () => {
    expect(snippet('<!DOCTYPE html><html lang="en"><body class="x">Dear Anna</body></html>')).toBe(
      '<!DOCTYPE…><html…><body…>…</body></html>',
    );
    expect(snippet('{"status":"success","data":{"email":"anna@example.com","age":41,"list":[true]}}')).toBe(
      '{…:…,…:{…:…,…:…,…:[…]}}',
    );
    expect(snippet('\uFEFF{"status":"success"}')).toBe('…{…:…}');
    expect(snippet('')).toBe('');
  });

  it('contains no letters or digits of the data', () => {
    for (const body of [
      'From: <anna@example.com>',
      '{"tele{phone":"+49 (30) 1234",\'name\':Anna',
      '"Anna \\" Petrova',
      '<anna data-token=abc.def.ghi>',
      '<p>Anna<p title=Anna>',
      'ÅŃŅÄ،أنا',
    ]) {
      expect(snippet(body).replace(/<\/?p\b/g, '')).toMatch(/^[^\p{Letter}\p{Number}"'@+]*$/u);
    }
  });

  it('is short and quick to create for any body', () => {
    for (const body of ['{'.repeat(5_000_000), '"\\'.repeat(2_500_000), '<p'.repeat(2_500_000)]) {
      expect(snippet(body).length).toBeLessThanOrEqual(100);
    }
  });
});
