import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeSource, itemIds, recordEvents, setUpStore, tearDown, type MakeStore } from '../fakes.js';

// The code for snoozed notifications is not loaded here before a store needs it.
let makeStore: MakeStore;

beforeEach(() => {
  ({ makeStore } = setUpStore());
});
afterEach(() => tearDown());

it('reveals a notification that the source lists as snoozed, while the code for that loads', async () => {
  const source = new FakeSource();
  const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString();
  source.pages = [{ references: [{ id: 'a' }, { id: 'b', snoozedUntil }] }];
  const store = makeStore({ source });
  const recorder = recordEvents(store);
  while (store.state.status !== 'ready') await Promise.resolve();
  expect(itemIds(store)).toEqual(['a']);
  await store.reveal('b');
  expect(itemIds(store)).toEqual(['a', 'b']);
  await vi.dynamicImportSettled();
  expect(itemIds(store)).toEqual(['a', 'b']);
  recorder.stop();
});
