import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serviceWorkerSource } from '../../../src/inbox/sources/service-worker-source.js';
import type { SourceEvent } from '../../../src/inbox/sources/source.js';

class FakeContainer extends EventTarget {
  startMessages = vi.fn();

  post(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

let container: FakeContainer;
let events: SourceEvent[];
let controller: AbortController;

beforeEach(() => {
  container = new FakeContainer();
  vi.stubGlobal('navigator', { serviceWorker: container });
  events = [];
  controller = new AbortController();
});

afterEach(() => vi.unstubAllGlobals());

const subscribe = () =>
  void serviceWorkerSource().subscribe?.((event) => events.push(event), {
    signal: controller.signal,
    refresh: () => Promise.resolve(),
  });

describe('serviceWorkerSource()', () => {
  it('leaves it to the host when queued messages are delivered, since some are for its own listeners', () => {
    subscribe();
    expect(container.startMessages).not.toHaveBeenCalled();
  });

  it('emits messages', () => {
    subscribe();
    const sent: SourceEvent[] = [
      { type: 'add', references: [{ id: 'a' }] },
      { type: 'remove', ids: ['a'] },
      { type: 'read', ids: ['b'], isRead: true },
    ];
    for (const nudgeInbox of sent) container.post({ nudgeInbox });
    expect(events).toEqual(sent);
  });

  it.each([
    [null],
    [undefined],
    ['nudgeInbox'],
    [5],
    [{ type: 'add', references: [{ id: 'a' }] }],
    [{ nudgeInbox: null }],
    [{ nudgeInbox: 'add' }],
    [{ nudgeInbox: { type: 'other' } }],
    [[{ nudgeInbox: { type: 'remove', ids: [] } }]],
  ])('ignores messages of others: %j', (data) => {
    subscribe();
    container.post(data);
    expect(events).toEqual([]);
  });

  it('emits nothing after an abort', () => {
    subscribe();
    controller.abort();
    container.post({ nudgeInbox: { type: 'remove', ids: ['a'] } });
    expect(events).toEqual([]);
  });

  it.each([
    ['no service worker', {}],
    ['no navigator', undefined],
  ])('does not throw if there is %s', (_, navigator) => {
    vi.stubGlobal('navigator', navigator);
    expect(subscribe).not.toThrow();
  });
});

describe('serviceWorkerSource().load()', () => {
  it('loads the list of the host, if there is one', async () => {
    const fetchPage = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ references: ['a'] })));
    vi.stubGlobal('fetch', fetchPage);
    const { load } = serviceWorkerSource({ pageUrl: '/list', withCredentials: true });
    expect(await load?.({ limit: 25, signal: controller.signal })).toEqual({ references: [{ id: 'a' }] });
    expect(fetchPage.mock.calls).toMatchObject([['/list?limit=25', { credentials: 'include' }]]);
    expect(serviceWorkerSource().load).toBeUndefined();
  });
});
