import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubBroadcastChannel } from '../fake-channel.js';
import type { Device } from '../../../src/session/device/device.js';
import type { StoredMark } from '../../../src/session/stored-change.js';
import {
  FakeStorage,
  makeDevice,
  makeRecord,
  recordEvents,
  setUpStore,
  stubSessionStorage,
  tearDown,
} from '../fakes.js';

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

  describe('takes back what it has stored', () => {
    const mark = (id: string): StoredMark => ({ id, value: true, at: Date.now() });

    /** A device whose customer reads a notification, of which the storage then knows. */
    async function read(device: Device, id: string): Promise<void> {
      device.persist({ reads: [mark(id)] });
      await vi.advanceTimersByTimeAsync(10);
    }

    /** Another customer turns up at a device, which then has the storage take back what it has stored. */
    async function takeBack(device: Device): Promise<void> {
      device.release(true);
      await vi.advanceTimersByTimeAsync(10);
    }

    let storage: FakeStorage;
    const readIds = (): string[] | undefined => storage.row?.reads.map(({ id }) => id);

    beforeEach(() => {
      vi.useFakeTimers();
      stubSessionStorage();
      storage = new FakeStorage();
    });

    it('also before it has loaded anything', async () => {
      const device = makeDevice(storage);
      await read(device, 'a');
      device.subscribe(() => undefined);
      await vi.advanceTimersByTimeAsync(10);
      expect(readIds()).toEqual(['a']);
      await takeBack(device);
      expect(readIds()).toEqual([]);
    });

    it('but not what an earlier page of the tab had not stored yet', async () => {
      storage.beforeChange = () => Promise.reject(new Error('The page was left.'));
      vi.spyOn(console, 'warn').mockReturnValue(undefined);
      await read(makeDevice(storage), 'a');
      storage.beforeChange = null;
      const device = makeDevice(storage);
      device.subscribe(() => undefined);
      await read(device, 'b');
      expect(readIds()).toEqual(['b', 'a']);
      await takeBack(device);
      expect(readIds()).toEqual(['a']);
    });

    it('also after the clock was set back, when another tab has stored something', async () => {
      const [device, other] = [makeDevice(storage), makeDevice(storage)];
      await read(device, 'a');
      vi.setSystemTime(Date.now() - 3_600_000);
      await read(other, 'b');
      expect(readIds()).toEqual(['b', 'a']);
      await takeBack(device);
      expect(readIds()).toEqual(['b']);
    });

    it('also what it could only store later', async () => {
      const device = makeDevice(storage);
      const unsubscribe = device.subscribe(() => undefined);
      await vi.advanceTimersByTimeAsync(10);
      storage.beforeChange = () => Promise.reject(new Error('The storage failed.'));
      vi.spyOn(console, 'warn').mockReturnValue(undefined);
      await read(device, 'a');
      storage.beforeChange = null;
      unsubscribe();
      device.subscribe(() => undefined);
      await vi.advanceTimersByTimeAsync(10);
      expect(readIds()).toEqual(['a']);
      await takeBack(device);
      expect(readIds()).toEqual([]);
    });

    it('but brings nothing back of a customer who has signed out in a tab whose message has not come', async () => {
      vi.stubGlobal('BroadcastChannel', undefined);
      makeDevice(storage).persist({ reads: [mark('a')] }, () => [
        { record: makeRecord('a'), at: Date.now() },
      ]);
      await vi.advanceTimersByTimeAsync(10);
      const device = makeDevice(storage);
      device.subscribe(() => undefined);
      device.persist({ reads: [mark('b')] }, () => []);
      await vi.advanceTimersByTimeAsync(10);
      await makeDevice(storage).signOut();
      await takeBack(device);
      expect(storage.row).toMatchObject({ reads: [], records: [] });
    });
  });
});
