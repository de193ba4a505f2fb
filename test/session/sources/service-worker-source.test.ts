import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serviceWorkerSource } from '../../../src/session/sources/service-worker-source.js';
import type { SourceEvent } from '../../../src/session/sources/source.js';

class FakeContainer extends EventTarget {
  startMessages = vi.fn();

  post(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

let container: FakeContainer;
let events: SourceEvent[];
let controller: AbortController;
const removal: SourceEvent = { type: 'remove', ids: ['a'] };

beforeEach(() => {
  container = new FakeContainer();
  vi.stubGlobal('navigator', { serviceWorker: container });
  events = [];
  controller = new AbortController();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const subscribe = () =>
  void serviceWorkerSource().subscribe?.((event) => events.push(event), {
    signal: controller.signal,
    refresh: () => Promise.resolve(),
  });

describe('serviceWorkerSource()', () => {
  it('emits its messages until it is aborted, and ignores those of others', () => {
    subscribe();
    for (const data of [null, 'nudgeInbox', removal, { nudgeInbox: null }, { nudgeInbox: { type: 'other' } }])
      container.post(data);
    expect(events).toEqual([]);
    container.post({ nudgeInbox: removal });
    expect(events).toEqual([removal]);
    controller.abort();
    container.post({ nudgeInbox: removal });
    expect(events).toHaveLength(1);
  });

  it('leaves it to the host when queued messages are delivered, since some are for its own listeners', () => {
    subscribe();
    expect(container.startMessages).not.toHaveBeenCalled();
  });

  it('does nothing where there are no service workers, and says so once', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    for (const navigator of [{}, undefined]) {
      vi.stubGlobal('navigator', navigator);
      expect(subscribe).not.toThrow();
    }
    expect(warn.mock.calls).toEqual([
      ['[nudge-inbox] serviceWorkerSource() receives nothing: the page has no service workers.'],
    ]);
  });

  it('loads the list of the host, if there is one', async () => {
    const fetchPage = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ references: ['a'] })));
    vi.stubGlobal('fetch', fetchPage);
    const { load } = serviceWorkerSource({ pageUrl: '/list', withCredentials: true });
    expect(await load?.({ limit: 25, signal: controller.signal })).toEqual({ references: [{ id: 'a' }] });
    expect(fetchPage.mock.calls).toMatchObject([['/list?limit=25', { credentials: 'include' }]]);
    expect(serviceWorkerSource().load).toBeUndefined();
  });
});
