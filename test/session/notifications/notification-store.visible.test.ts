import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import { stubBroadcastChannel } from '../fake-channel.js';
import {
  FakeSource,
  FakeStorage,
  flushPromises,
  makeIds,
  makeRecord,
  makeReferences,
  setUpStore,
  tearDown,
  type FakeService,
  type MakeStoreOn,
} from '../fakes.js';

let service: FakeService;
let makeStoreOn: MakeStoreOn;
let source: FakeSource;

beforeEach(() => {
  ({ service, makeStoreOn } = setUpStore());
  stubBroadcastChannel();
  source = new FakeSource();
});
afterEach(tearDown);

const [inline, panel] = [{}, {}];

async function openStore(ids: readonly string[]): Promise<NotificationStore> {
  source.pages = [{ references: makeReferences([...ids], false) }];
  const store = makeStoreOn(new FakeStorage(), { source });
  store.subscribe(() => undefined);
  await flushPromises();
  return store;
}

describe('Two lists that show one session', () => {
  it('have the records of both requested', async () => {
    const store = await openStore(makeIds(4));
    store.setVisible(['n1'], { list: inline });
    store.setVisible(['n3', 'n1'], { list: panel });
    await flushPromises();
    expect(service.requests).toEqual(['n1', 'n3']);
  });

  it('leave the records of the one waiting in front when the other is hidden', async () => {
    service.respond = null;
    const store = await openStore(makeIds(20));
    for (const id of makeIds(12)) store.load(id).catch(() => undefined);
    store.setVisible(['n20'], { list: inline });
    store.setVisible(['n19'], { list: panel });
    store.setVisible([], { list: panel });
    service.respond = (id) => makeRecord(id);
    await service.succeed('n1');
    expect(service.requests.slice(6, 8)).toEqual(['n20', 'n7']);
  });

  it('have a record from another tab shown in the one while the other is hidden', async () => {
    service.respond = null;
    const store = await openStore(['n1']);
    store.setVisible(['n1'], { list: inline });
    store.setVisible([], { list: panel });
    new BroadcastChannel('nudge-inbox:key').postMessage({ record: makeRecord('n1') });
    await flushPromises();
    expect(store.get('n1').status).toBe('loaded');
  });

  it('are apart from a list that does not name itself', async () => {
    service.respond = null;
    const store = await openStore(makeIds(9));
    for (const id of makeIds(7)) store.load(id).catch(() => undefined);
    store.setVisible(['n9']);
    store.setVisible([], { list: panel });
    service.respond = (id) => makeRecord(id);
    await service.succeed('n1');
    expect(service.requests.slice(6, 8)).toEqual(['n9', 'n7']);
  });
});
