import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { CustomerClient, type CustomerClientOptions } from '../../src/api/customer-client.js';
import type { Notification } from '../../src/api/schemas/notification.js';
import { failure, json, type RecordingServer, startRecordingServer, success } from './recording-server.js';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm5hIn0.c2VjcmV0';
let server: RecordingServer;
let client: CustomerClient;

beforeAll(async () => void (server = await startRecordingServer()));
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  client = new CustomerClient({ baseUrl: server.baseUrl, getToken: () => token });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => void vi.restoreAllMocks());

const notification = { id: 'n/1 ä', payload: { title: 'Hello' } };

describe('notifications.retrieve() (#7)', () => {
  it('sends the id in the path and the token in a header', async () => {
    server.reply(success(notification));
    const retrieved = await client.notifications.retrieve('n/1 ä');
    expectTypeOf(retrieved).toEqualTypeOf<Notification>();
    expect(retrieved.payload.title).toBe('Hello');
    expect(server.requests).toMatchObject([
      {
        method: 'GET',
        url: '/gate/v1/service/nudge/in-app-notifications/n%2F1%20%C3%A4',
        headers: { authorization: `Bearer ${token}` },
        body: '',
      },
    ]);
    expect(server.requests[0]?.headers).not.toHaveProperty('content-type');
  });

  it('rejects a response that contains a different notification', async () => {
    server.reply(success({ ...notification, id: 'n-2' }));
    await expect(client.notifications.retrieve('n-1')).rejects.toMatchObject({
      name: 'ResponseError',
      operation: 'GET /nudge/in-app-notifications/{inAppNotificationId}',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('rejects an empty id before anything is sent', async () => {
    await expect(client.notifications.retrieve('')).rejects.toMatchObject({
      name: 'RequestError',
      field: 'inAppNotificationId',
    });
    expect(server.requests).toHaveLength(0);
  });
});

describe('preferences.setGroup() (#6)', () => {
  it('is finished by the browser even if the page is closed', async () => {
    const calls: (RequestInit | undefined)[] = [];
    const client = new CustomerClient({
      baseUrl: server.baseUrl,
      getToken: () => token,
      fetch: (input, init) => {
        calls.push(init);
        return fetch(input, init);
      },
    });
    server.reply(success({ status: 'off' }), success(notification));
    const result = await client.preferences.setGroup('g', { isGroupNotificationOff: true });
    expectTypeOf(result).toEqualTypeOf<{ status: string | null }>();
    await client.notifications.retrieve('n/1 ä');
    expect(calls.map((init) => init?.keepalive)).toEqual([true, undefined]);
  });

  it('accepts a response without a status', async () => {
    server.reply(success({}));
    await expect(client.preferences.setGroup('g', { isGroupNotificationOff: true })).resolves.toEqual({
      status: null,
    });
  });

  const name = 'POST /nudge/customer-preferences/notification-groups/{notificationGroupId}';

  it.each([
    [{}, '; it is missing'],
    [{ isGroupNotificationOff: 'true' }, ''],
    [undefined, '; it is missing'],
  ])('rejects the input %j before anything is sent', async (input, end) => {
    const call = client.preferences.setGroup('g', input as { isGroupNotificationOff: boolean });
    await expect(call).rejects.toMatchObject({
      name: 'RequestError',
      message: `${name}: isGroupNotificationOff must be true or false${end}`,
    });
    expect(server.requests).toHaveLength(0);
  });

  it('rejects an input with an unknown field, and names it', async () => {
    const input = { isGroupNotificationOff: true, groupId: 'g' };
    await expect(client.preferences.setGroup('g', input)).rejects.toMatchObject({
      name: 'RequestError',
      operation: name,
      message: `${name}: groupId must be left out: there is no such field`,
    });
    expect(server.requests).toHaveLength(0);
  });
});

describe('CustomerClient', () => {
  it('names the missing option without options', () => {
    expect(() => Reflect.construct(CustomerClient, []) as unknown).toThrow(
      expect.objectContaining({ name: 'RequestError', field: 'getToken' }),
    );
  });

  it.each([
    [{ getToken: token }, 'getToken'],
    [{ baseUrl: 'http://api.example.com/v1/service' }, 'baseUrl'],
  ])('rejects the options %j and names the invalid one', (change, field) => {
    const options = { baseUrl: server.baseUrl, getToken: () => token, ...change } as CustomerClientOptions;
    let error: unknown;
    try {
      new CustomerClient(options);
    } catch (caught) {
      error = caught;
    }
    expect(error).toMatchObject({ name: 'RequestError', field, operation: null });
    expect(String(error)).not.toContain(token);
  });

  it('prints neither its token nor its address, and its errors do not either', async () => {
    const printed = [];
    for (const reply of [failure(401, token), json({ token }), json({ status: token })]) {
      server.reply(reply);
      const error: unknown = await client.notifications.retrieve('n-1').catch((error: unknown) => error);
      printed.push(inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), String(error));
    }
    printed.push(inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client));
    expect(printed).toHaveLength(11);
    expect(printed.join()).not.toMatch(/eyJ|n-1|127\.0\.0\.1:/);
  });
});
