import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type {
  NotificationAnswer,
  PendingAnswer,
} from '../../../src/session/notifications/state/notification-item.js';
import type { NotificationStoreEvent } from '../../../src/session/notifications/state/notification-state.js';
import type { NotificationSource } from '../../../src/session/sources/source.js';
import { Act } from '../../../src/session/acts/act.js';
import { SignedOutError } from '../../../src/api/errors.js';
import { stubBroadcastChannel } from '../fake-channel.js';
import {
  FakeSource,
  FakeStorage,
  flushPromises,
  makeDevice,
  makeReferences,
  recordEvents,
  setUpStore,
  stubSessionStorage,
  tearDown,
  type MakeStore,
  type MakeStoreOn,
} from '../fakes.js';

type SetAnswer = NonNullable<NotificationSource['setAnswer']>;

let makeStore: MakeStore;
let makeStoreOn: MakeStoreOn;

beforeEach(() => {
  ({ makeStore, makeStoreOn } = setUpStore());
  stubBroadcastChannel();
  stubSessionStorage();
});
afterEach(tearDown);

const date = '2026-01-01T12:00:00.000Z';
const approved: NotificationAnswer = { action: 'primary', text: 'Approved', date };
const rejected: NotificationAnswer = { action: 'secondary', text: 'Rejected', date };
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
const underWay = (action: PendingAnswer['action']): PendingAnswer => ({ action, until: inSeconds(30) });

const answerOf = (store: NotificationStore, id = 'a'): unknown => store.get(id).answer;

/** A promise, and what settles it. */
function defer<Value>(): {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
} {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}

/** A store with the notification "a", unread, whose source saves answers. */
async function startWith(setAnswer: SetAnswer): Promise<{
  store: NotificationStore;
  source: FakeSource & NotificationSource;
  events: unknown[];
}> {
  const source = Object.assign(new FakeSource(), { setAnswer, setRead: vi.fn(() => Promise.resolve()) });
  source.pages = [{ references: makeReferences(['a', 'b']), answers: ['approve'] }];
  const store = makeStore({ source });
  const { events } = recordEvents(store);
  await flushPromises();
  return { store, source, events };
}

describe('An answer', () => {
  it('is under way at once, then saved by the source, and counts as read, without a request for that', async () => {
    const setAnswer = vi.fn<SetAnswer>((_, { action, text }) =>
      Promise.resolve({ action, text: text ?? '', date }),
    );
    const { store, source, events } = await startWith(setAnswer);
    const answering = store.answer('a', { action: 'primary', outcome: 'Approved' });
    expect(answerOf(store)).toEqual({ action: 'primary', until: null });
    expect(await answering).toEqual(approved);
    expect(store.get('a')).toMatchObject({ answer: approved, isRead: true });
    expect(source.setRead).not.toHaveBeenCalled();
    expect(setAnswer.mock.calls.map(([id, answer]) => [id, answer])).toEqual([
      ['a', { action: 'primary', text: 'Approved', onclickAction: null, label: null }],
    ]);
    expect(events).toContainEqual({ type: 'answer-change', ids: ['a'], answer: approved, from: 'page' });
  });

  it('is given once: whoever presses then learns what stands', async () => {
    const setAnswer = vi.fn<SetAnswer>(() => Promise.resolve(approved));
    const { store } = await startWith(setAnswer);
    await store.answer('a', { action: 'primary', outcome: 'Approved' });
    expect(await store.answer('a', { action: 'secondary', outcome: 'Rejected' })).toEqual(approved);
    expect(setAnswer).toHaveBeenCalledTimes(1);
  });

  it('is that of another device, if that was first', async () => {
    const { store } = await startWith(() => Promise.resolve(rejected));
    expect(await store.answer('a', { action: 'primary', outcome: 'Approved' })).toEqual(rejected);
    expect(answerOf(store)).toEqual(rejected);
  });

  it.each([
    ['another one', { action: 'secondary', outcome: 'Rejected' }],
    ['another one, of which the host says what came,', { action: 'secondary' }],
    ['the same one', { action: 'primary', outcome: 'Approved here' }],
  ] as const)('is that of another device that is under way when %s is pressed here', async (_, input) => {
    const first = underWay('primary');
    const { store, source, events } = await startWith(() => Promise.resolve(first));
    const takeLastChange = (): unknown =>
      events.splice(0).findLast((event) => (event as NotificationStoreEvent).type === 'answer-change');
    const answering = store.answer('a', input);
    await flushPromises();
    expect([answerOf(store), takeLastChange()]).toMatchObject([first, { answer: first, from: 'host' }]);
    source.emit({ type: 'answer', ids: ['a'], answer: approved });
    expect(await answering).toEqual(approved);
    expect([answerOf(store), takeLastChange()]).toMatchObject([approved, { answer: approved, from: 'host' }]);
  });

  it('is sent although that of another device is under way by then, and the response says what stands', async () => {
    const confirmed = defer<undefined>();
    const setAnswer = vi.fn<SetAnswer>(() => Promise.resolve(approved));
    const source = Object.assign(new FakeSource(), { setAnswer });
    source.pages = [{ references: makeReferences(['a']) }];
    const store = makeStore({ source, bindAct: () => new Act('customer', () => confirmed.promise) });
    recordEvents(store);
    await flushPromises();
    const answering = store.answer('a', { action: 'secondary', outcome: Promise.resolve('Rejected') });
    await flushPromises();
    source.emit({ type: 'answer', ids: ['a'], answer: underWay('primary') });
    expect(setAnswer).not.toHaveBeenCalled();
    confirmed.resolve(undefined);
    expect(await answering).toEqual(approved);
    expect([answerOf(store), setAnswer.mock.calls.length]).toEqual([approved, 1]);
  });

  it('fails if that of another device, which was under way, does', async () => {
    const { store, source } = await startWith(() => Promise.resolve(underWay('primary')));
    const answering = store.answer('a', { action: 'secondary', outcome: 'Rejected' });
    const failing = expect(answering).rejects.toThrow('could not be done');
    await flushPromises();
    source.emit({ type: 'answer', ids: ['a'], answer: null });
    await failing;
    expect(store.get('a')).toMatchObject({ answer: null, isRead: false });
  });

  it('is taken back if the source rejects it, and says so', async () => {
    const error = new Error('broken');
    const { store, events } = await startWith(() => Promise.reject(error));
    await expect(store.answer('a', { action: 'primary', outcome: 'Approved' })).rejects.toBe(error);
    expect(store.get('a')).toMatchObject({ answer: null, isRead: false });
    expect(events.at(-1)).toEqual({
      type: 'error',
      error,
      operation: 'set-answer',
      ids: ['a'],
      action: 'primary',
    });
  });

  it('waits for what the page does, while which no other button can be pressed', async () => {
    const { store } = await startWith((_, { action, text }) =>
      Promise.resolve({ action, text: text ?? '', date }),
    );
    const { promise, resolve } = defer<string>();
    const answering = store.answer('a', { action: 'primary', outcome: promise });
    expect(answerOf(store)).toEqual({ action: 'primary', until: null });
    const other = store.answer('a', { action: 'secondary', outcome: 'Rejected' });
    resolve('Approved');
    expect(await Promise.all([answering, other])).toEqual([approved, approved]);
  });

  it('is open again if what the page does fails, and nothing is saved', async () => {
    const setAnswer = vi.fn<SetAnswer>();
    const { store } = await startWith(setAnswer);
    const error = new Error('not done');
    await expect(store.answer('a', { action: 'primary', outcome: Promise.reject(error) })).rejects.toBe(
      error,
    );
    expect([answerOf(store), setAnswer.mock.calls]).toEqual([null, []]);
  });

  it('is the affair of the page where its press does not count, whatever the page does for it', async () => {
    const uncaught = vi.fn();
    process.on('unhandledRejection', uncaught);
    const { store, source } = await startWith(() => Promise.resolve(approved));
    const failsToo = (): Promise<NotificationAnswer> =>
      store.answer('a', { action: 'secondary', outcome: Promise.reject(new Error('not done')) });
    source.emit({ type: 'answer', ids: ['a'], answer: underWay('primary') });
    const meanwhile = failsToo();
    await vi.advanceTimersByTimeAsync(10_000);
    source.emit({ type: 'answer', ids: ['a'], answer: approved });
    expect(await Promise.all([meanwhile, failsToo()])).toEqual([approved, approved]);
    source.emit({ type: 'answer', ids: ['a'], answer: null });
    source.emit({ type: 'answer', ids: ['a'], answer: underWay('primary') });
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(failsToo()).rejects.toThrow('interrupted');
    await flushPromises();
    process.off('unhandledRejection', uncaught);
    expect(uncaught).not.toHaveBeenCalled();
  });

  it('ends with the visit of the customer, whatever the page does for it', async () => {
    const setAnswer = vi.fn<SetAnswer>();
    const { store } = await startWith(setAnswer);
    const { promise, resolve } = defer<string>();
    const answering = store.answer('a', { action: 'primary', outcome: promise });
    const ended = expect(answering).rejects.toMatchObject({ name: 'AbortError' });
    store.startOver();
    resolve('Approved');
    await ended;
    expect(setAnswer).not.toHaveBeenCalled();
  });

  it('can be given again once the customer has signed in again, whatever the page did before', async () => {
    const setAnswer = vi.fn<SetAnswer>(() => Promise.resolve(approved));
    const { store, source } = await startWith(setAnswer);
    const { promise, resolve } = defer<string>();
    const answering = store.answer('a', { action: 'primary', outcome: promise });
    const ended = expect(answering).rejects.toMatchObject({ name: 'AbortError' });
    const page = { references: makeReferences(['a', 'b']) };
    source.pages = [new SignedOutError('Nobody is signed in.', null, { status: 401 }), page];
    await store.refresh();
    await store.refresh();
    expect(answerOf(store)).toBeNull();
    resolve('Approved');
    await ended;
    expect([answerOf(store), setAnswer.mock.calls]).toEqual([null, []]);
    expect(await store.answer('a', { action: 'primary', outcome: 'Approved' })).toEqual(approved);
  });

  it('that is being saved ends with the visit, too', async () => {
    const { store } = await startWith(() => new Promise(() => undefined));
    const ended = expect(store.answer('a', { action: 'primary', outcome: 'Approved' })).rejects.toMatchObject(
      {
        name: 'AbortError',
      },
    );
    store.startOver();
    await ended;
  });

  it('is stored on the device without setAnswer, and marks as read by the source', async () => {
    const setRead = vi.fn(() => Promise.resolve());
    const storage = new FakeStorage();
    const start = async (): Promise<NotificationStore> => {
      const device = makeDevice(storage);
      const store = makeStore({ ids: ['a'], source: { setRead }, device: () => Promise.resolve(device) });
      recordEvents(store);
      await flushPromises();
      await vi.advanceTimersByTimeAsync(1000);
      return store;
    };
    const store = await start();
    await store.answer('a', { action: 'primary', outcome: 'Approved' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(setRead).toHaveBeenCalledTimes(1);
    store.close();
    expect(answerOf(await start())).toMatchObject({ action: 'primary', text: 'Approved' });
  });

  it('needs an outcome where no source saves it', async () => {
    const store = makeStore({ ids: ['a'] });
    await expect(store.answer('a', { action: 'primary' })).rejects.toThrow('setAnswer');
  });
});

describe('An answer that the host gives', () => {
  it('is known by the names in its list', async () => {
    const { store } = await startWith(() => Promise.resolve());
    expect(['approve', 'play', null].map((name) => store.isHostAction(name))).toEqual([true, false, false]);
  });

  it('is under way until the host says what came of it', async () => {
    const { store, source } = await startWith((_, { action }) => Promise.resolve(underWay(action)));
    const answering = store.answer('a', { action: 'primary' });
    expect(answerOf(store)).toMatchObject({ action: 'primary', until: inSeconds(20) });
    await flushPromises();
    expect(answerOf(store)).toEqual(underWay('primary'));
    source.emit({ type: 'answer', ids: ['a'], answer: approved });
    expect(await answering).toEqual(approved);
  });

  it('fails if the host says that it could not be done after all', async () => {
    const { store, source } = await startWith((_, { action }) => Promise.resolve(underWay(action)));
    const failing = expect(store.answer('a', { action: 'primary' })).rejects.toThrow('could not be done');
    await flushPromises();
    source.emit({ type: 'answer', ids: ['a'], answer: null });
    await failing;
    expect(store.get('a')).toMatchObject({ answer: null, isRead: false });
  });

  it('stays given, whatever was on its way', async () => {
    const response = defer<PendingAnswer>();
    const { store, source } = await startWith(() => response.promise);
    const answering = store.answer('a', { action: 'primary' });
    source.emit({ type: 'answer', ids: ['a'], answer: underWay('primary') });
    source.emit({ type: 'answer', ids: ['a'], answer: approved });
    response.resolve(underWay('primary'));
    expect(await answering).toEqual(approved);
    await flushPromises();
    expect(answerOf(store)).toEqual(approved);
  });

  it('stays given over a list that lacks it for less than a minute', async () => {
    const { store, source } = await startWith(() => Promise.resolve(approved));
    await store.answer('a', { action: 'primary' });
    await vi.advanceTimersByTimeAsync(30_000);
    source.pages = [{ references: [{ id: 'a', answer: null }] }];
    await store.refresh();
    expect(answerOf(store)).toEqual(approved);
  });

  it('is from when the list says it is, also where the page was left before the response had come', async () => {
    const storage = new FakeStorage();
    const visit = (source: FakeSource & NotificationSource) => makeStoreOn(storage, { source });
    const source = Object.assign(new FakeSource(), { setAnswer: () => new Promise<never>(() => undefined) });
    source.pages = [{ references: makeReferences(['a']) }];
    const first = visit(source);
    const { stop } = recordEvents(first);
    await flushPromises();
    void first.answer('a', { action: 'primary', outcome: 'Approved' }).catch(() => undefined);
    await flushPromises();
    stop();
    await flushPromises();
    source.pages = [{ references: [{ id: 'a', answer: approved }] }];
    const next = visit(source);
    recordEvents(next);
    await flushPromises();
    expect(answerOf(next)).toEqual(approved);
  });

  it.each([
    ['loads it', false],
    ['loads it again', true],
  ])(
    'is shown without a network once the list has said so to the device, as when that %s',
    async (_, isLate) => {
      const storage = new FakeStorage();
      const page = (answer: NotificationAnswer | null) => ({ references: [{ id: 'a', answer }] });
      const visit = async (...pages: FakeSource['pages']): Promise<NotificationStore> => {
        const source = Object.assign(new FakeSource(), { pages, setAnswer: vi.fn() });
        const store = makeStoreOn(storage, { source });
        stops.push(recordEvents(store).stop);
        store.setVisible(['a']);
        await vi.advanceTimersByTimeAsync(1000);
        return store;
      };
      const stops: (() => void)[] = [];
      const first = await visit(...(isLate ? [page(null), page(approved)] : [page(approved)]));
      if (isLate) await first.refresh();
      for (const stop of stops) stop();
      await flushPromises();
      const store = await visit(new Error('away'), page(null));
      expect(answerOf(store)).toEqual(approved);
      await store.refresh();
      expect(answerOf(store)).toBeNull();
    },
  );

  it('is not what was pressed here while that of another device was under way, in every tab and visit', async () => {
    const storage = new FakeStorage();
    const stops: (() => void)[] = [];
    const response = defer<PendingAnswer>();
    const visit = async (...pages: FakeSource['pages']) => {
      const source = Object.assign(new FakeSource(), { pages, setAnswer: () => response.promise });
      const store = makeStoreOn(storage, { source });
      stops.push(recordEvents(store).stop);
      store.setVisible(['a']);
      await vi.advanceTimersByTimeAsync(1000);
      return { source, store };
    };
    const leave = async (): Promise<void> => {
      for (const stop of stops.splice(0)) stop();
      await flushPromises();
    };
    const page = (answer: NotificationAnswer | PendingAnswer | null) => ({
      references: [{ id: 'a', answer }],
    });
    const [{ store }, { store: other }] = [await visit(page(null)), await visit(page(null))];
    void store.answer('a', { action: 'secondary', outcome: 'Rejected' }).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1000);
    const first = underWay('primary');
    response.resolve(first);
    await vi.advanceTimersByTimeAsync(1000);
    expect([answerOf(store), answerOf(other)]).toEqual([first, first]);
    await leave();
    const { store: offline } = await visit(new Error('away'));
    expect(answerOf(offline)).not.toHaveProperty('text');
    await leave();
    const { store: next, source } = await visit(page(first));
    expect(answerOf(next)).toEqual(first);
    source.emit({ type: 'answer', ids: ['a'], answer: approved });
    expect(answerOf(next)).toEqual(approved);
  });

  it('is under way after a reload until the list says, whatever was stored before', async () => {
    const storage = new FakeStorage();
    const visit = async (answer: PendingAnswer | null) => {
      const setAnswer: SetAnswer = (_id, { action }) => Promise.resolve(underWay(action));
      const source = Object.assign(new FakeSource(), { setAnswer });
      source.pages = [{ references: [{ id: 'a', answer }] }];
      const store = makeStoreOn(storage, { source });
      const { stop } = recordEvents(store);
      await vi.advanceTimersByTimeAsync(1000);
      return { store, stop };
    };
    const { store, stop } = await visit(null);
    void store.answer('a', { action: 'primary' }).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    stop();
    await flushPromises();
    const renewed = underWay('primary');
    const { store: next } = await visit(renewed);
    expect(answerOf(next)).toEqual(renewed);
  });

  it('is open again once the host takes it back', async () => {
    const { store, source, events } = await startWith(() => Promise.resolve(approved));
    await store.answer('a', { action: 'primary' });
    source.emit({ type: 'answer', ids: ['a'], answer: null });
    expect(answerOf(store)).toBeNull();
    expect(events.at(-1)).toEqual({ type: 'answer-change', ids: ['a'], answer: null, from: 'host' });
  });

  it('is open again if it fails, although the host had said that it was under way', async () => {
    const response = defer<PendingAnswer>();
    const { store, source, events } = await startWith(() => response.promise);
    const error = new Error('not done');
    const failing = expect(store.answer('a', { action: 'primary' })).rejects.toBe(error);
    source.emit({ type: 'answer', ids: ['a'], answer: underWay('primary') });
    response.reject(error);
    await failing;
    expect([answerOf(store), events.at(-1)]).toMatchObject([null, { operation: 'set-answer' }]);
  });

  it('can only be pressed by the same button once it was interrupted', async () => {
    const setAnswer = vi.fn<SetAnswer>(() => Promise.resolve(approved));
    const { store, source } = await startWith(setAnswer);
    const interrupted = underWay('primary');
    source.emit({ type: 'answer', ids: ['a'], answer: interrupted });
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(store.answer('a', { action: 'secondary' })).rejects.toThrow('interrupted');
    expect(setAnswer).not.toHaveBeenCalled();
    expect(await store.answer('a', { action: 'primary' })).toEqual(approved);
  });

  it('is in the list, and so shown on the next visit', async () => {
    const source = new FakeSource();
    source.pages = [
      {
        references: [
          { id: 'a', answer: approved },
          { id: 'b', answer: null },
        ],
      },
    ];
    const store = makeStore({ source });
    const { events } = recordEvents(store);
    await flushPromises();
    expect([answerOf(store), answerOf(store, 'b')]).toEqual([approved, null]);
    expect(events).toEqual([]);
  });
});

describe('An answer that does not come', () => {
  it('is interrupted once the host has not said for long that it is under way', async () => {
    const { store } = await startWith((_, { action }) => Promise.resolve(underWay(action)));
    const failing = expect(store.answer('a', { action: 'primary' })).rejects.toThrow('interrupted');
    await flushPromises();
    await vi.advanceTimersByTimeAsync(31_000);
    await failing;
  });

  it('is waited for without a pause for each moment, however far away its end is', async () => {
    const until = '3000-01-01T00:00:00.000Z';
    const { store, source } = await startWith((_, { action }) => Promise.resolve({ action, until }));
    const answering = store.answer('a', { action: 'primary' });
    await flushPromises();
    const setTimer = vi.spyOn(globalThis, 'setTimeout');
    await vi.advanceTimersByTimeAsync(1000);
    expect(setTimer).not.toHaveBeenCalled();
    source.emit({ type: 'answer', ids: ['a'], answer: approved });
    expect(await answering).toEqual(approved);
  });

  it('is waited for as long as the host says that it is under way', async () => {
    const { store, source } = await startWith((_, { action }) => Promise.resolve(underWay(action)));
    const answering = store.answer('a', { action: 'primary' });
    await flushPromises();
    for (let renewals = 0; renewals < 5; renewals += 1) {
      await vi.advanceTimersByTimeAsync(20_000);
      source.emit({ type: 'answer', ids: ['a'], answer: underWay('primary') });
    }
    source.emit({ type: 'answer', ids: ['a'], answer: approved });
    expect(await answering).toEqual(approved);
  });

  it.each([
    [
      'deleted',
      async (source: FakeSource) => {
        source.emit({ type: 'remove', ids: ['a'] });
        await flushPromises();
      },
    ],
    [
      'expired',
      async () => {
        await vi.advanceTimersByTimeAsync(10_000);
      },
    ],
  ])('says so if the notification is %s meanwhile', async (_, end) => {
    const source = Object.assign(new FakeSource(), {
      setAnswer: (_id: string, { action }: { action: PendingAnswer['action'] }) =>
        Promise.resolve(underWay(action)),
    });
    source.pages = [{ references: [{ id: 'a', expiresDate: inSeconds(5) }] }];
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    const failing = expect(store.answer('a', { action: 'primary' })).rejects.toMatchObject({ status: 404 });
    await flushPromises();
    await end(source);
    await failing;
  });
});

describe('An answer under way on a device whose clock is wrong', () => {
  const hourMs = 3_600_000;
  /** What a host says at this moment, by its own clock. */
  const said = (clockMs: number, remainingMs: number): PendingAnswer => ({
    action: 'primary',
    until: new Date(Date.now() + clockMs + remainingMs).toISOString(),
    remainingMs,
  });

  it.each([
    ['behind', hourMs],
    ['ahead', -hourMs],
  ])('is waited for as long as the host says, an hour %s', async (_, clockMs) => {
    const { store } = await startWith(() => Promise.resolve(said(clockMs, 30_000)));
    const settled = vi.fn();
    store.answer('a', { action: 'primary' }).then(settled, settled);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(answerOf(store)).toEqual({ action: 'primary', until: inSeconds(1) });
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(settled.mock.calls).toMatchObject([
      [{ message: expect.stringContaining('interrupted') as string }],
    ]);
  });

  it('can be tried again at once if the list says that nothing remains', async () => {
    const source = Object.assign(new FakeSource(), { setAnswer: () => Promise.resolve(approved) });
    source.pages = [{ references: [{ id: 'a', answer: said(hourMs, 0) }] }];
    const store = makeStore({ source });
    recordEvents(store);
    await flushPromises();
    await expect(store.answer('a', { action: 'secondary' })).rejects.toThrow('interrupted');
    expect(await store.answer('a', { action: 'primary' })).toEqual(approved);
  });

  it('is the same as before if the host says so again, and its clock differs by less than the way of a response', async () => {
    const { store, source, events } = await startWith(() => Promise.resolve());
    const answer = said(0, 30_000);
    source.emit({ type: 'answer', ids: ['a'], answer });
    await vi.advanceTimersByTimeAsync(10_000);
    events.length = 0;
    source.emit({ type: 'answer', ids: ['a'], answer: { ...answer, remainingMs: 19_000 } });
    await vi.advanceTimersByTimeAsync(60_000);
    source.emit({ type: 'answer', ids: ['a'], answer: { ...answer, remainingMs: 0 } });
    expect([answerOf(store), events]).toEqual([{ action: 'primary', until: answer.until }, []]);
  });

  it.each([-1, Infinity])('is under way until the date if what remains is %s', async (remainingMs) => {
    const answer = { ...underWay('primary'), remainingMs };
    const { store, source } = await startWith(() => Promise.resolve());
    source.pages = [{ references: [{ id: 'a', answer }] }];
    await store.refresh();
    expect(answerOf(store)).toEqual(underWay('primary'));
  });
});

describe('A change of an answer', () => {
  /** Which buttons have answered, and where, since the last call. */
  const takeChanges = (events: unknown[]): unknown[] =>
    events.splice(0).flatMap((event) => {
      const change = event as NotificationStoreEvent;
      return change.type === 'answer-change' ? [[change.answer?.action ?? null, change.from]] : [];
    });

  it('is of the page if it was pressed there, also where the host says later what came of it', async () => {
    const { store, source, events } = await startWith((_, { action }) => Promise.resolve(underWay(action)));
    const answering = store.answer('a', { action: 'primary' });
    await vi.advanceTimersByTimeAsync(10_000);
    source.emit({ type: 'answer', ids: ['a'], answer: approved });
    await answering;
    expect(new Set(takeChanges(events).map(String))).toEqual(new Set(['primary,page']));
    source.emit({ type: 'answer', ids: ['a'], answer: null });
    source.emit({ type: 'answer', ids: ['a'], answer: approved });
    expect(takeChanges(events)).toEqual([
      [null, 'host'],
      ['primary', 'host'],
    ]);
  });

  it('is reported if the list says so, as after the page was hidden', async () => {
    const { store, source, events } = await startWith(() => Promise.resolve());
    source.pages = [{ references: [{ id: 'a', isRead: true, answer: rejected }] }];
    await store.refresh();
    expect(takeChanges(events)).toEqual([['secondary', 'host']]);
  });

  it('is of the host if another device was first, and of the page if what it did could not be saved', async () => {
    const response = defer<NotificationAnswer>();
    const { store, source, events } = await startWith(() => response.promise);
    const answering = store.answer('a', { action: 'primary' });
    source.emit({ type: 'answer', ids: ['a'], answer: rejected });
    expect(takeChanges(events).at(-1)).toEqual(['secondary', 'host']);
    response.resolve(rejected);
    await answering;
    const failing = await startWith(() => Promise.reject(new Error('broken')));
    await failing.store.answer('a', { action: 'primary' }).catch(() => undefined);
    expect(takeChanges(failing.events).at(-1)).toEqual([null, 'page']);
  });
});

describe('An answer of another tab', () => {
  it.each([
    ['if it was first', 1, { action: 'primary', text: 'Approved' }],
    ['in both tabs if they were given in the same millisecond', 0, {}],
  ])('stays %s, where no host says so', async (_, laterMs, expected) => {
    const storage = new FakeStorage();
    const devices: ReturnType<typeof makeDevice>[] = [];
    const open = async (): Promise<NotificationStore> => {
      const device = makeDevice(storage);
      devices.push(device);
      const store = makeStore({ ids: ['a'], device: () => Promise.resolve(device) });
      recordEvents(store);
      await flushPromises();
      await vi.advanceTimersByTimeAsync(1000);
      return store;
    };
    const [one, other] = [await open(), await open()];
    void one.answer('a', { action: 'primary', outcome: 'Approved' });
    vi.setSystemTime(Date.now() + laterMs);
    void other.answer('a', { action: 'secondary', outcome: 'Rejected' });
    await vi.advanceTimersByTimeAsync(2000);
    expect(answerOf(one)).toMatchObject(expected);
    for (const store of [other, await open()]) expect(answerOf(store)).toEqual(answerOf(one));
  });

  it('is shown here at once', async () => {
    const storage = new FakeStorage();
    const open = async (): Promise<NotificationStore> => {
      const device = makeDevice(storage);
      const store = makeStore({ ids: ['a'], device: () => Promise.resolve(device) });
      recordEvents(store);
      await flushPromises();
      await vi.advanceTimersByTimeAsync(1000);
      return store;
    };
    const [one, other] = [await open(), await open()];
    const { events } = recordEvents(other);
    await one.answer('a', { action: 'primary', outcome: 'Approved' });
    await flushPromises();
    expect(answerOf(other)).toMatchObject({ text: 'Approved' });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'answer-change', ids: ['a'], from: 'tab' }),
    );
  });
});
