import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import { stubBroadcastChannel } from '../fake-channel.js';
import {
  apiError,
  FakeSource,
  FakeStorage,
  flushPromises,
  makeRecord,
  makeReferences,
  setUpStore,
  tearDown,
  type FakeService,
  type MakeStoreOn,
} from '../fakes.js';

let service: FakeService;
let makeStoreOn: MakeStoreOn;

beforeEach(() => {
  ({ service, makeStoreOn } = setUpStore());
  stubBroadcastChannel();
});
afterEach(tearDown);

/** Opens another tab of the same browser, whose source knows what is read. */
async function openTab(ids: string[], isRead?: boolean): Promise<NotificationStore> {
  const source = Object.assign(new FakeSource(), { pages: [{ references: makeReferences(ids, isRead) }] });
  const store = makeStoreOn(new FakeStorage(), { source });
  store.subscribe(() => undefined);
  await flushPromises();
  return store;
}

function post(message: unknown): Promise<void> {
  const channel = new BroadcastChannel('nudge-inbox:key');
  channel.postMessage(message);
  return flushPromises();
}

describe('A record that one tab has fetched', () => {
  it('is not fetched by another tab of the customer', async () => {
    const first = await openTab(['a', 'b'], false);
    const second = await openTab(['a', 'b'], false);
    first.setVisible(['a']);
    await flushPromises();
    await vi.advanceTimersByTimeAsync(100);
    second.setVisible(['a', 'b']);
    await flushPromises();
    expect(service.requests).toEqual(['a', 'b']);
    expect(second.get('a').record?.payload.title).toBe('Title of a');
  });

  it('is shown at once in a tab that waits for it, and is not sent on', async () => {
    const first = await openTab(['a'], false);
    const second = await openTab(['a'], false);
    service.respond = null;
    second.setVisible(['a']);
    first.setVisible(['a']);
    await flushPromises();
    const messages: unknown[] = [];
    new BroadcastChannel('nudge-inbox:key').onmessage = ({ data }) => messages.push(data);
    await post({ record: makeRecord('a') });
    expect([first.get('a').status, second.get('a').status]).toEqual(['loaded', 'loaded']);
    expect(messages).toHaveLength(1);
  });

  it('is used for a notification that the other tab learns of later', async () => {
    const first = await openTab(['a'], false);
    const second = await openTab([], false);
    first.setVisible(['a']);
    await flushPromises();
    await vi.advanceTimersByTimeAsync(100);
    second.add(['a']);
    second.setVisible(['a']);
    await flushPromises();
    expect([service.requests, second.get('a').status]).toEqual([['a'], 'loaded']);
  });

  it('brings back a notification that could not be loaded here', async () => {
    service.respond = (id) => {
      if (id === 'z') return makeRecord(id);
      throw apiError(id === 'a' ? 404 : 403);
    };
    const store = await openTab(['a', 'b', 'z'], false);
    store.setVisible(['a', 'b', 'z']);
    await flushPromises();
    expect([store.get('a').status, store.get('b').status]).toEqual(['missing', 'failed']);
    await post({ record: makeRecord('a') });
    await post({ record: makeRecord('b') });
    expect([store.get('a').status, store.get('b').status]).toEqual(['loaded', 'loaded']);
  });

  it.each([
    ['is no record', { id: 'a' }],
    ['names no customer', makeRecord('a', { uniqueCustomerId: null })],
    ['belongs to another customer', makeRecord('a', { uniqueCustomerId: 'customer-2' })],
  ])('is ignored if it %s', async (_, record) => {
    const store = await openTab(['a', 'z'], false);
    await store.load('z');
    await post({ record });
    store.setVisible(['a']);
    await flushPromises();
    expect(service.requests).toEqual(['z', 'a']);
    expect(store.state.problem).toBeNull();
  });
});
