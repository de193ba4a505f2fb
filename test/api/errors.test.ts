import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  NudgeError,
  RequestError,
  ResponseError,
  TimeoutError,
} from '../../src/api/errors.js';

const operation = 'GET /nudge/in-app-notifications/{inAppNotificationId}';

describe('errors', () => {
  it.each([
    [new NudgeError('odd', operation), 'NudgeError', NudgeError],
    [new ApiError('odd', operation, { status: 500 }), 'ApiError', NudgeError],
    [new AuthenticationError('odd', operation, { status: 401 }), 'AuthenticationError', ApiError],
    [new ConnectionError('odd', operation), 'ConnectionError', NudgeError],
    [new TimeoutError('odd', operation), 'TimeoutError', NudgeError],
    [new ResponseError('odd', operation), 'ResponseError', NudgeError],
    [new RequestError('id', 'odd', operation), 'RequestError', NudgeError],
  ])('has a literal name and says the operation: %s', (error, name, kind) => {
    expect(error).toBeInstanceOf(kind);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe(name);
    expect(error.stack).toMatch(new RegExp(`^${name}: GET /nudge/in-app-notifications/`));
    expect(error.operation).toBe(operation);
  });

  it('says nothing of an operation where there is none', () => {
    expect(new RequestError('baseUrl', 'an https: URL')).toMatchObject({
      message: 'baseUrl must be an https: URL',
      operation: null,
      field: 'baseUrl',
    });
  });

  it('has a cause only where one was given', () => {
    expect(Object.hasOwn(new ConnectionError('no answer', operation), 'cause')).toBe(false);
    expect(new ConnectionError('no answer', operation, { cause: 'x' }).cause).toBe('x');
  });

  it('gives what the service wrote to who asks, and prints it nowhere', () => {
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

describe('the snippet of an answer', () => {
  const snippet = (body: string) => new ResponseError('odd', operation, body).snippet;

  it('shows tags and punctuation', () => {
    expect(snippet('<!DOCTYPE html><html lang="en"><body class="x">Dear Anna</body></html>')).toBe(
      '<!DOCTYPE…><html…><body…>…</body></html>',
    );
    expect(snippet('{"status":"success","data":{"email":"anna@example.com","age":41,"list":[true]}}')).toBe(
      '{…:…,…:{…:…,…:…,…:[…]}}',
    );
    expect(snippet('\uFEFF{"status":"success"}')).toBe('…{…:…}');
    expect(snippet('')).toBe('');
  });

  it('shows nothing of what people are called, write or own', () => {
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

  it('is short and quick, whatever comes', () => {
    for (const body of ['{'.repeat(5_000_000), '"\\'.repeat(2_500_000), '<p'.repeat(2_500_000)]) {
      expect(snippet(body).length).toBeLessThanOrEqual(100);
    }
  });
});
