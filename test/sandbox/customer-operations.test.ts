import { describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { parseEnvelope, errorEnvelope } from './envelope.js';

const firstId = (sandbox: Sandbox) => sandbox.notificationIds()[0]!;
const notificationPath = (id: string) => `/nudge/in-app-notifications/${id}`;
const preferencePath = (id: string) => `/nudge/customer-preferences/notification-groups/${id}`;

function get(sandbox: Sandbox, path: string, headers: Record<string, string> = bearer(sandbox)) {
  return sandbox.fetch(sandbox.baseUrl + path, { headers });
}

function bearer(sandbox: Sandbox, customer?: string) {
  return { Authorization: `Bearer ${sandbox.issueToken(customer)}` };
}

function save(sandbox: Sandbox, groupId: string, body: string, headers: Record<string, string> = {}) {
  return sandbox.fetch(sandbox.baseUrl + preferencePath(groupId), {
    method: 'POST',
    headers: { ...bearer(sandbox), 'Content-Type': 'application/json', ...headers },
    body,
  });
}

describe('Operation #7', () => {
  it('does not mark the notification as read', async () => {
    const sandbox = createSandbox();
    await get(sandbox, notificationPath(firstId(sandbox)));
    const second = await get(sandbox, notificationPath(firstId(sandbox)));
    expect((await parseEnvelope(second)).data.isRead).toBe(false);
  });

  it('returns a 404 for a notification of another customer', async () => {
    const sandbox = createSandbox();
    const path = notificationPath(firstId(sandbox));
    const response = await get(sandbox, path, bearer(sandbox, 'customer-51377'));
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual(errorEnvelope('The notification was not found.'));
  });

  it('finds a notification by its encoded id', async () => {
    const sandbox = createSandbox({ seed: 'empty' });
    const { id } = sandbox.addNotification({ id: 'a/b c%20?é' });
    const response = await get(sandbox, notificationPath(encodeURIComponent(id)));
    expect((await parseEnvelope(response)).data.id).toBe(id);
  });
});

describe('Operation #6', () => {
  it('saves the preference for the customer of the token only', async () => {
    const sandbox = createSandbox();
    const groupId = sandbox.groups[0]!.id;
    expect(sandbox.preference(groupId)).toBeUndefined();
    const response = await save(sandbox, groupId, '{"isGroupNotificationOff":true}');
    expect(await response.json()).toMatchObject({ status: 'success', data: { status: 'saved' } });
    expect(sandbox.preference(groupId)).toBe(true);
    expect(sandbox.preference(groupId, 'customer-51377')).toBeUndefined();
  });

  it.each([
    ['broken JSON', '{"isGroupNotificationOff":'],
    ['a body that is not an object', '[true]'],
  ])('rejects %s with 400 and saves nothing', async (_, body) => {
    const sandbox = createSandbox();
    const groupId = sandbox.groups[0]!.id;
    const response = await save(sandbox, groupId, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(errorEnvelope());
    expect(sandbox.preference(groupId)).toBeUndefined();
  });

  it('rejects a body without a JSON content type with 400', async () => {
    const sandbox = createSandbox();
    const groupId = sandbox.groups[0]!.id;
    const response = await save(sandbox, groupId, '{"isGroupNotificationOff":true}', {
      'Content-Type': 'text/plain',
    });
    expect(response.status).toBe(400);
  });

  it('returns a 404 for an unknown group', async () => {
    const response = await save(createSandbox(), 'nowhere', '{"isGroupNotificationOff":true}');
    expect(response.status).toBe(404);
  });
});

describe('Customer credentials', () => {
  it.each([
    ['missing', {}],
    ['invented', { Authorization: 'Bearer a.b.c' }],
    ['not a bearer token', { Authorization: 'Basic YTpi' }],
  ])('that are %s are rejected with 401', async (_, headers) => {
    const sandbox = createSandbox();
    const response = await get(sandbox, notificationPath(firstId(sandbox)), headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual(errorEnvelope());
  });

  it('expire over time, one by one, and all at once', async () => {
    let time = Date.UTC(2025, 10, 1);
    const sandbox = createSandbox({ now: () => time });
    const path = notificationPath(firstId(sandbox));
    const token = (options?: { lifetime: number }) => sandbox.issueToken(undefined, options);
    const statusWith = async (value: string) =>
      (await get(sandbox, path, { Authorization: `Bearer ${value}` })).status;

    const [short, long, other] = [token({ lifetime: 1000 }), token(), token()];
    expect(await statusWith(short)).toBe(200);
    time += 1000;
    expect(await statusWith(short)).toBe(401);
    expect(await statusWith(long)).toBe(200);
    sandbox.expireToken(long);
    expect(await statusWith(long)).toBe(401);
    expect(await statusWith(other)).toBe(200);
    sandbox.expireTokens();
    expect(await statusWith(other)).toBe(401);
  });

  it('do not reveal the customer', () => {
    const sandbox = createSandbox();
    const token = sandbox.issueToken();
    const decoded = token.split('.').map((part) => atob(part.replaceAll('-', '+').replaceAll('_', '/')));
    expect(decoded).toHaveLength(3);
    expect(decoded.join()).not.toContain(sandbox.uniqueCustomerId);
  });
});

describe('The request URL', () => {
  it.each(['https://api.shop.example/proxy/v1/anything', '/inbox-api/v1/engagement'])(
    'may start with %s',
    async (base) => {
      const sandbox = createSandbox();
      const response = await sandbox.fetch(base + notificationPath(firstId(sandbox)), {
        headers: bearer(sandbox),
      });
      expect(response.status).toBe(200);
    },
  );

  it('may start with any configured base URL, with or without a version', async () => {
    const sandbox = createSandbox({ baseUrl: '/inbox-api' });
    expect(sandbox.baseUrl).toBe('/inbox-api');
    expect((await get(sandbox, notificationPath(firstId(sandbox)))).status).toBe(200);
  });

  it('may be a URL or a Request', async () => {
    const sandbox = createSandbox();
    const url = new URL(sandbox.baseUrl + notificationPath(firstId(sandbox)));
    expect((await sandbox.fetch(url, { headers: bearer(sandbox) })).status).toBe(200);
    expect((await sandbox.fetch(new Request(url, { headers: bearer(sandbox) }))).status).toBe(200);
  });

  it.each([
    ['without a base URL', (id: string) => notificationPath(id)],
    ['with an extra slash', (id: string) => `/v1/engagement${notificationPath(id)}/`],
    ['of another resource', () => '/v1/engagement/nudge/in-app-notifications'],
  ])('%s returns a 404 with an envelope', async (_, createUrl) => {
    const sandbox = createSandbox();
    const response = await sandbox.fetch(createUrl(firstId(sandbox)), { headers: bearer(sandbox) });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual(errorEnvelope('There is no such operation.'));
  });

  it('returns a 405 for the wrong method', async () => {
    const sandbox = createSandbox();
    const response = await sandbox.fetch(sandbox.baseUrl + notificationPath(firstId(sandbox)), {
      method: 'DELETE',
      headers: bearer(sandbox),
    });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET');
    expect(await response.json()).toEqual(errorEnvelope('DELETE is not possible here.'));
  });
});
