import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubBroadcastChannel } from '../fake-channel.js';
import { FakeStorage, makeDevice, makeRecord, recordEvents, setUpStore, tearDown } from '../fakes.js';

beforeEach(() => stubBroadcastChannel());
afterEach(() => tearDown());

describe('A record that is nested too deeply to be copied', () => {
  it.each([1000, 100_000])('costs no more than itself, with %i levels', async (depth) => {
    const { service, makeStoreOn } = setUpStore();
    const storage = new FakeStorage();
    const custom = {};
    let inner: Record<string, unknown> = custom;
    for (let level = 0; level < depth; level += 1) inner = inner.inner = {};
    service.respond = (id) => Object.assign(makeRecord(id), id === 'a' && { custom });
    const store = makeStoreOn(storage, { ids: ['a', 'b'] });
    const { stop } = recordEvents(store);
    await vi.advanceTimersByTimeAsync(1000);
    store.markRead(['b']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row?.reads.map(({ id }) => id)).toEqual(['b']);
    expect(storage.row?.records.map(({ record: { id } }) => id)).toEqual(['b']);
    stop();
  });
});

describe('A device that another customer turns up at', () => {
  it('takes back what was on its way into the storage before anything was loaded', async () => {
    vi.useFakeTimers();
    const storage = new FakeStorage();
    let open: () => void = () => undefined;
    const opening = new Promise<void>((resolve) => (open = resolve));
    storage.beforeChange = () => opening;
    const device = makeDevice(storage);
    device.subscribe(() => undefined);
    device.persist({ reads: [{ id: 'a', value: true, at: Date.now() }] });
    await vi.advanceTimersByTimeAsync(0);
    device.release(true);
    open();
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row).toBeNull();
  });
});
