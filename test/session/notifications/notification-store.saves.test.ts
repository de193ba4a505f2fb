import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationSource } from '../../../src/session/sources/source.js';
import {
  FakeSource,
  flushPromises,
  itemIds,
  makeReferences,
  recordEvents,
  setUpStore,
  tearDown,
  type MakeStore,
} from '../fakes.js';

let makeStore: MakeStore;

beforeEach(() => void ({ makeStore } = setUpStore()));
afterEach(tearDown);

/** A source that could save everything. */
function createSource(saves: readonly string[] | undefined) {
  const methods = {
    setRead: vi.fn<NonNullable<NotificationSource['setRead']>>(() => Promise.resolve()),
    setSeen: vi.fn<NonNullable<NotificationSource['setSeen']>>(() => Promise.resolve()),
    setDismissed: vi.fn<NonNullable<NotificationSource['setDismissed']>>(() =>
      Promise.reject(new Error('404')),
    ),
    setSnoozed: vi.fn<NonNullable<NotificationSource['setSnoozed']>>(() => Promise.reject(new Error('404'))),
  };
  const source = Object.assign(new FakeSource(), methods);
  const page = { references: makeReferences(['a', 'b', 'c'], false), saves };
  source.pages = [page, page];
  return { source, methods };
}

describe('A list that says what its host saves', () => {
  it('leaves the other marks to the device, and reports no failure', async () => {
    const { source, methods } = createSource(['read']);
    const store = makeStore({ source });
    const { events } = recordEvents(store);
    await flushPromises();
    expect(store.isSnoozeSaved).toBe(false);
    store.markRead(['a']);
    store.markSeen();
    store.dismiss(['b']);
    void store.snooze(['c'], new Date(Date.now() + 3_600_000));
    await flushPromises();
    expect(itemIds(store)).toEqual(['a']);
    expect(methods.setRead).toHaveBeenCalledOnce();
    for (const name of ['setSeen', 'setDismissed', 'setSnoozed'] as const)
      expect(methods[name], name).not.toHaveBeenCalled();
    expect(events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it('has what is not saved follow the device: a later list cannot take it back', async () => {
    const { source } = createSource(['dismissed']);
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    store.markRead(['a']);
    await vi.advanceTimersByTimeAsync(120_000);
    await store.refresh();
    expect(store.get('a').isRead).toBe(true);
  });

  it('saves all that its source can where it says nothing', async () => {
    const { source, methods } = createSource(undefined);
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    expect(store.isSnoozeSaved).toBe(true);
    store.dismiss(['b']);
    await flushPromises();
    expect(methods.setDismissed).toHaveBeenCalledOnce();
    expect(itemIds(store)).toEqual(['a', 'b', 'c']);
  });
});
