import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeSource, itemIds, recordEvents, setUpStore, tearDown, type MakeStore } from '../fakes.js';

let makeStore: MakeStore;

beforeEach(() => {
  ({ makeStore } = setUpStore());
});
afterEach(() => tearDown());

it('reveals a notification that the source lists as snoozed', async () => {
  const source = new FakeSource();
  const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString();
  source.pages = [{ references: [{ id: 'a' }, { id: 'b', snoozedUntil }] }];
  const store = makeStore({ source });
  const recorder = recordEvents(store);
  while (store.state.status !== 'ready') await Promise.resolve();
  expect(itemIds(store)).toEqual(['a']);
  await store.reveal('b');
  expect(itemIds(store)).toEqual(['a', 'b']);
  recorder.stop();
});
