import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CustomerIdentity } from '../../src/session/customer-identity.js';
import { mergeRow } from '../../src/session/device/stored-row.js';
import { noChange } from '../../src/session/stored-change.js';
import { stubBroadcastChannel } from './fake-channel.js';
import { FakeStorage, flushPromises, makeDevice, makeRecord, tearDown } from './fakes.js';

beforeEach(() => {
  vi.useFakeTimers();
  stubBroadcastChannel();
});

afterEach(tearDown);

it.each([
  ['stored', null, 'customer-1'],
  ['newer', 'newer', 'customer-1'],
  [null, null, null],
])(
  'names the customer by the notification %j, not by one that may be gone',
  async (expected, newer, named) => {
    const identity = new CustomerIdentity();
    if (newer) identity.identify('customer-1', newer);
    const storage = new FakeStorage();
    const record = makeRecord('stored', { uniqueCustomerId: named });
    storage.row = mergeRow(null, { ...noChange, uniqueCustomerId: 'customer-1' }, [
      { record, at: Date.now() },
    ]);
    const unsubscribe = makeDevice(storage, identity).subscribe(() => undefined);
    await flushPromises();
    expect([identity.id, identity.notificationId]).toEqual(['customer-1', expected]);
    unsubscribe();
  },
);
