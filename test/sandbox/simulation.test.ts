import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSandbox, type Sandbox, type SandboxFailure } from '../../src/sandbox.js';
import { parseEnvelope, errorEnvelope } from './envelope.js';

afterEach(() => {
  vi.useRealTimers();
});

function fetchFirst(sandbox: Sandbox, init: RequestInit = {}) {
  return sandbox.fetch(`${sandbox.baseUrl}/nudge/in-app-notifications/${sandbox.notificationIds()[0]!}`, {
    headers: { Authorization: `Bearer ${sandbox.issueToken()}` },
    ...init,
  });
}

describe('addNotification()', () => {
  it('adds a new, unread notification that can be fetched by id', async () => {
    const now = Date.UTC(2025, 10, 1);
    const sandbox = createSandbox({ now: () => now });
    const added = sandbox.addNotification({ payload: { title: 'Hello' } });
    expect(sandbox.notificationIds()[0]).toBe(added.id);
    expect(added).toMatchObject({ isRead: false, createdDate: '2025-11-01T00:00:00.000Z' });
    const { data } = await parseEnvelope(await fetchFirst(sandbox));
    expect(data).toMatchObject({ id: added.id, payload: { title: 'Hello', body: '', tags: [] } });
  });

  it('accepts invalid records, so that tests can break the contract', async () => {
    const sandbox = createSandbox({ seed: 'empty' });
    sandbox.addNotification({ createdDate: null, isRead: null, payload: { title: 42, avatar: 'x' } });
    const { data } = await parseEnvelope(await fetchFirst(sandbox));
    expect(data).toMatchObject({ createdDate: null, isRead: null, payload: { title: 42, avatar: 'x' } });
  });

  it('uses varying payloads by default', () => {
    const sandbox = createSandbox({ seed: 'empty' });
    const titles = [1, 2, 3].map(() => Reflect.get(sandbox.addNotification().payload!, 'title'));
    expect(new Set(titles).size).toBe(3);
  });

  it('sorts a notification with an older date by its date', () => {
    const sandbox = createSandbox();
    const { id } = sandbox.addNotification({ createdDate: '2001-01-01T00:00:00Z', payload: {} });
    expect(sandbox.notificationIds().at(-1)).toBe(id);
  });
});

describe('removeNotification()', () => {
  it('removes the notification of one customer only', async () => {
    const sandbox = createSandbox();
    const id = sandbox.notificationIds()[0]!;
    expect(sandbox.removeNotification(id, 'somebody-else')).toBe(false);
    expect(sandbox.removeNotification(id)).toBe(true);
    expect(sandbox.notificationIds()).not.toContain(id);
    const response = await sandbox.fetch(`${sandbox.baseUrl}/nudge/in-app-notifications/${id}`, {
      headers: { Authorization: `Bearer ${sandbox.issueToken()}` },
    });
    expect(response.status).toBe(404);
  });
});

describe('failNext()', () => {
  it.each<[SandboxFailure, number, string | null]>([
    [{ status: 500 }, 500, null],
    [{ status: 429, retryAfter: 2 }, 429, '2'],
    [{ status: 401 }, 401, null],
    [{ status: 403, message: 'Not yours.' }, 403, null],
    [{ status: 404 }, 404, null],
    [{ status: 418 }, 418, null],
    [{ status: 503 }, 503, null],
    ['error-in-200', 200, null],
  ])('responds to %j with an error envelope', async (failure, status, retryAfter) => {
    const sandbox = createSandbox();
    sandbox.failNext(failure);
    const response = await fetchFirst(sandbox);
    expect(response.status).toBe(status);
    expect(response.headers.get('Retry-After')).toBe(retryAfter);
    expect(await response.json()).toEqual(errorEnvelope());
    expect((await fetchFirst(sandbox)).status).toBe(200);
  });

  it('rejects with a TypeError for network', async () => {
    const sandbox = createSandbox();
    sandbox.failNext('network');
    await expect(fetchFirst(sandbox)).rejects.toThrow(TypeError);
  });

  it.each<[SandboxFailure, number]>([
    ['html', 502],
    ['empty', 200],
    ['truncated', 200],
  ])('responds to %s with invalid JSON', async (failure, status) => {
    const sandbox = createSandbox();
    sandbox.failNext(failure);
    const response = await fetchFirst(sandbox);
    expect(response.status).toBe(status);
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  it('sends no response for stall until the request is aborted', async () => {
    const sandbox = createSandbox();
    sandbox.failNext('stall');
    const controller = new AbortController();
    const reason = new Error('enough');
    const response = fetchFirst(sandbox, { signal: controller.signal });
    controller.abort(reason);
    await expect(response).rejects.toBe(reason);
  });

  it('never ends the body for stalled-body until the request is aborted', async () => {
    const sandbox = createSandbox();
    sandbox.failNext('stalled-body');
    const controller = new AbortController();
    const response = await fetchFirst(sandbox, { signal: controller.signal });
    const text = response.text();
    controller.abort(new Error('enough'));
    await expect(text).rejects.toThrow('enough');
  });

  it('fails as many requests as given, and only on paths that match', async () => {
    const sandbox = createSandbox();
    sandbox.failNext({ status: 503 }, 2, /in-app-notifications/g);
    sandbox.failNext({ status: 500 }, 1, 'customer-preferences');
    const statuses = [];
    for (let attempt = 0; attempt < 3; attempt += 1) statuses.push((await fetchFirst(sandbox)).status);
    expect(statuses).toEqual([503, 503, 200]);
  });
});

describe('The connection', () => {
  it('delays the response by the latency', async () => {
    vi.useFakeTimers();
    const sandbox = createSandbox();
    sandbox.latency = [200, 300];
    const onResponse = vi.fn();
    void fetchFirst(sandbox).then(onResponse);
    await vi.advanceTimersByTimeAsync(199);
    expect(onResponse).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(101);
    expect(onResponse).toHaveBeenCalledOnce();
  });

  it('rejects with the reason of an abort immediately and leaves no timer', async () => {
    vi.useFakeTimers();
    const sandbox = createSandbox();
    sandbox.latency = 60_000;
    const controller = new AbortController();
    const response = fetchFirst(sandbox, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(response).rejects.toThrow('enough');
    expect(vi.getTimerCount()).toBe(0);
    expect(sandbox.requests.at(-1)).toMatchObject({ status: null });
  });

  it('sends no request if the signal is already aborted', async () => {
    const sandbox = createSandbox();
    await expect(fetchFirst(sandbox, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    expect(sandbox.requests).toHaveLength(0);
  });

  it('rejects every request with a TypeError while offline', async () => {
    const sandbox = createSandbox();
    sandbox.offline = true;
    await expect(fetchFirst(sandbox)).rejects.toThrow(TypeError);
    sandbox.offline = false;
    expect((await fetchFirst(sandbox)).status).toBe(200);
  });
});

describe('The request log', () => {
  it('holds each request with its kinds of credentials and its status, but no secrets', async () => {
    const sandbox = createSandbox();
    const token = sandbox.issueToken();
    await sandbox.fetch(`${sandbox.baseUrl}/nudge/in-app-notifications/none?x=1`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    sandbox.failNext({ status: 500 });
    await sandbox.fetch(`${sandbox.baseUrl}/nudge/customer-preferences/notification-groups/g`, {
      method: 'POST',
      headers: { 'x-client-key': 'k', 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(sandbox.requests).toEqual([
      {
        method: 'GET',
        path: '/nudge/in-app-notifications/none',
        query: '?x=1',
        operation: 7,
        credentials: ['bearer'],
        contentType: null,
        status: 404,
      },
      {
        method: 'POST',
        path: '/nudge/customer-preferences/notification-groups/g',
        query: '',
        operation: 6,
        credentials: ['client'],
        contentType: 'application/json',
        status: 500,
      },
    ]);
    expect(JSON.stringify(sandbox.requests)).not.toContain(token);
  });
});

describe('reset()', () => {
  it('restores the initial state', async () => {
    const sandbox = createSandbox();
    const ids = sandbox.notificationIds();
    const token = sandbox.issueToken();
    sandbox.addNotification();
    sandbox.removeNotification(ids[3]!);
    sandbox.failNext({ status: 500 });
    sandbox.offline = true;
    sandbox.latency = 5;
    await expect(fetchFirst(sandbox)).rejects.toThrow();
    sandbox.reset();
    expect(sandbox.notificationIds()).toEqual(ids);
    expect(sandbox).toMatchObject({ offline: false, latency: 0, requests: [] });
    expect((await fetchFirst(sandbox)).status).toBe(200);
    expect((await fetchFirst(sandbox, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401);
  });
});

describe('The sandbox behind a real port', () => {
  it('responds as it does in memory', async () => {
    const sandbox = createSandbox();
    const listener = getRequestListener((request) => sandbox.fetch(request));
    const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    try {
      const base = `http://127.0.0.1:${String(port)}/v1/engagement`;
      const headers = { Authorization: `Bearer ${sandbox.issueToken()}` };
      const id = sandbox.notificationIds()[0]!;
      const fetched = await fetch(`${base}/nudge/in-app-notifications/${id}`, { headers });
      expect((await parseEnvelope(fetched)).data.id).toBe(id);
      const groupId = sandbox.groups[0]!.id;
      const saved = await fetch(`${base}/nudge/customer-preferences/notification-groups/${groupId}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: '{"isGroupNotificationOff":true}',
      });
      expect(saved.status).toBe(200);
      expect(sandbox.preference(groupId)).toBe(true);
    } finally {
      server.close();
    }
  });
});
