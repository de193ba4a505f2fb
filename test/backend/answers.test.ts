import { afterEach, describe, expect, it, vi } from 'vitest';
import type { InboxAction, InboxActionFunction } from '../../src/backend/action-call.js';
import { LateOutcomeError } from '../../src/backend/errors/late-outcome-error.js';
import { ReturnTypeError } from '../../src/backend/errors/setup-error.js';
import { createInboxBackend, type InboxBackend } from '../../src/backend/inbox-backend.js';
import type { InboxBackendOptions } from '../../src/backend/inbox-backend-options.js';
import type { InboxAnswer, PendingInboxAnswer } from '../../src/backend/stores/inbox-event.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { eventsOf, listOf, post, receiveEvents } from './requests.js';

const open: InboxBackend[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  open.splice(0).forEach((backend) => backend.close());
  vi.useRealTimers();
});

const someDate: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const pending = { action: 'primary', until: someDate, remainingMs: expect.any(Number) as number };

/** A backend with a notification of Anna, and what it has reported. */
async function createBackend(
  onAction?: Record<string, InboxActionFunction>,
  options: Partial<InboxBackendOptions> = {},
): Promise<{ backend: InboxBackend; reported: [string, unknown][] }> {
  const reported: [string, unknown][] = [];
  const backend = createInboxBackend({
    store: memoryStore(),
    authenticate: ({ headers }) => headers.get('X-Customer'),
    onError: (error, { operation }) => void reported.push([operation, error]),
    ...(onAction && { onAction }),
    ...options,
  });
  open.push(backend);
  await backend.deliver('anna', { id: 'a' });
  return { backend, reported };
}

const approval = { id: 'a', action: 'primary', onclickAction: 'approve', label: 'Approve' };
const rejection = { id: 'a', action: 'secondary', onclickAction: 'reject', label: 'Reject' };

interface AnswerBody {
  answer?: InboxAnswer | PendingInboxAnswer;
  error?: string;
}

/** Presses a button. Resolves with the status and what it says. */
async function press(
  backend: Pick<InboxBackend, 'fetch'>,
  input: object = approval,
  customer = 'anna',
): Promise<[number, AnswerBody['answer'] | string]> {
  const response = await backend.fetch(post('/answer', input, { customer }));
  const { answer, error } = (await response.json()) as AnswerBody;
  return [response.status, answer ?? error];
}

const storedAnswer = async (backend: InboxBackend): Promise<unknown> =>
  (await listOf(backend)).references.find(({ id }) => id === 'a')?.answer;

/** A function of the host that ends when the test says so. */
function createSlowFunction() {
  const calls: InboxAction[] = [];
  const settle: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
  const run: InboxActionFunction = (input) => {
    calls.push(input);
    return new Promise<string>((resolve, reject) => settle.push({ resolve, reject }));
  };
  return { run, calls, settle };
}

/** Waits for the function to be called, also while no time passes. */
async function waitForCall(calls: readonly unknown[]): Promise<void> {
  while (calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
}

describe('A press on a button that the host has a function for', () => {
  it.each([
    ['has no buttons', { title: 'Your invoice' }],
    [
      'has it elsewhere',
      { title: 'Your order', actionButtons: { secondary: { name: 'Approve', onclickAction: 'approve' } } },
    ],
    [
      'has another one there',
      { title: 'Your order', actionButtons: { primary: { name: 'Reject', onclickAction: 'reject' } } },
    ],
  ])('calls nothing if the record of the notification %s', async (_, content) => {
    const run = vi.fn<InboxActionFunction>(() => 'Approved');
    const { backend } = await createBackend({ approve: run });
    await backend.deliver('anna', { id: 'b', ...content });
    expect(await press(backend, { ...approval, id: 'b' })).toEqual([404, 'unknown-action']);
    expect(run).not.toHaveBeenCalled();
    expect((await listOf(backend)).references.map(({ answer }) => answer)).toEqual([null, null]);
  });

  it('calls the function if the record of the notification has the button', async () => {
    const { backend } = await createBackend({ approve: () => 'Approved' });
    const actionButtons = { primary: { name: 'Approve', onclickAction: 'approve' } };
    await backend.deliver('anna', { id: 'b', title: 'Your order', actionButtons });
    expect(await press(backend, { ...approval, id: 'b' })).toMatchObject([200, { text: 'Approved' }]);
  });

  it('calls it once, and shows what it returns on every page', async () => {
    const run = vi.fn<InboxActionFunction>(({ id }) => Promise.resolve(`Approved ${id}`));
    const { backend, reported } = await createBackend({ approve: run });
    const page = await eventsOf(backend);
    const answer = { action: 'primary', text: 'Approved a', date: someDate };
    expect(await press(backend)).toEqual([200, answer]);
    expect(await press(backend)).toEqual([200, answer]);
    expect(run).toHaveBeenCalledExactlyOnceWith({
      customerId: 'anna',
      request: expect.any(Request) as unknown,
      id: 'a',
      action: 'primary',
      key: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    });
    expect(await listOf(backend)).toMatchObject({ references: [{ answer, isRead: true }], unreadCount: 0 });
    expect((await receiveEvents(page, 3)).map(({ event }) => event)).toEqual([
      // As it is stored when the event is sent.
      { type: 'answer', ids: ['a'], answer: expect.objectContaining({ action: 'primary' }) as unknown },
      { type: 'read', ids: ['a'], isRead: true },
      { type: 'answer', ids: ['a'], answer },
    ]);
    expect(reported).toEqual([]);
  });

  it('is 202 while it runs long, for every button, and then its outcome stands', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const { run, calls, settle } = createSlowFunction();
    const { backend } = await createBackend({ approve: run, reject: run });
    const pressing = press(backend);
    await waitForCall(calls);
    await vi.advanceTimersByTimeAsync(2500);
    expect(await pressing).toEqual([202, pending]);
    expect(await press(backend)).toEqual([202, pending]);
    expect(await press(backend, rejection)).toEqual([202, pending]);
    expect(await storedAnswer(backend)).toEqual(pending);
    settle[0]!.resolve('Approved');
    await backend.whenIdle();
    expect(await press(backend, rejection)).toMatchObject([200, { action: 'primary', text: 'Approved' }]);
    expect(calls).toHaveLength(1);
  });

  it('is 502 if the function rejects, and can be pressed again', async () => {
    const error = new Error('The bank is closed.');
    const outcomes = [() => Promise.reject(error), () => 'Approved'];
    const keys: string[] = [];
    const { backend, reported } = await createBackend({
      approve: ({ key }) => {
        keys.push(key);
        return outcomes.shift()!();
      },
      reject: () => 'Rejected',
    });
    const page = await eventsOf(backend);
    expect(await press(backend)).toEqual([502, 'not-done']);
    expect(await storedAnswer(backend)).toBeNull();
    expect((await receiveEvents(page, 2))[1]?.event).toEqual({ type: 'answer', ids: ['a'], answer: null });
    expect(reported).toEqual([['onAction', error]]);
    expect(await press(backend)).toMatchObject([200, { text: 'Approved' }]);
    expect(keys[0]).toBe(keys[1]);
  });
});

describe('What a function of the host returns', () => {
  it.each([
    ['nothing', undefined, []],
    ['null', null, []],
    ['an empty text', '', []],
    ['a blank text', ' \n', [expect.any(ReturnTypeError)]],
    ['a number', 42 as never, [expect.any(ReturnTypeError)]],
    ['a text that is too long', 'x'.repeat(201), [expect.any(ReturnTypeError)]],
    ['a text with a null character', '\0', [expect.any(ReturnTypeError)]],
  ])('is replaced by the label of the button if it is %s', async (_, returned, errors) => {
    const { backend, reported } = await createBackend({ approve: () => returned });
    expect(await press(backend)).toMatchObject([200, { text: 'Approve' }]);
    expect(reported.map(([, error]) => error)).toEqual(errors);
  });

  it('is replaced by the name of the function if a page sends no label', async () => {
    const { backend } = await createBackend({ approve: async () => Promise.resolve() });
    expect(await press(backend, { ...approval, label: undefined })).toMatchObject([200, { text: 'approve' }]);
  });
});

describe('A claim', () => {
  it('is renewed every 10 seconds while the function runs, and lapses 30 seconds after the last time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    const { run, calls, settle } = createSlowFunction();
    const store = memoryStore();
    const { backend, reported } = await createBackend({ approve: run }, { store });
    const other = (await createBackend({ approve: () => 'Approved', reject: () => 'Rejected' }, { store }))
      .backend;
    const pressing = press(backend);
    await waitForCall(calls);
    await vi.advanceTimersByTimeAsync(65_000);
    expect(await pressing).toEqual([202, pending]);
    expect(await press(other)).toEqual([202, pending]);
    // As if the process had stood still.
    vi.setSystemTime(Date.now() + 30_000);
    expect(await press(other, rejection)).toEqual([202, pending]);
    expect(await press(other)).toMatchObject([200, { text: 'Approved' }]);
    settle[0]!.resolve('Approved twice');
    await backend.whenIdle();
    expect(await storedAnswer(other)).toMatchObject({ text: 'Approved' });
    expect(reported).toMatchObject([['onAction', { name: 'LateOutcomeError' }]]);
  });

  it('that is not renewed goes on with the outcome, once the store is back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    const { run, calls, settle } = createSlowFunction();
    const store = memoryStore();
    const { backend, reported } = await createBackend({ approve: run }, { store });
    const pressing = press(backend);
    await waitForCall(calls);
    await vi.advanceTimersByTimeAsync(2500);
    await pressing;
    const answer = vi.spyOn(store, 'answer').mockRejectedValue(new Error('away'));
    settle[0]!.resolve('Approved');
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await storedAnswer(backend)).toEqual(pending);
    answer.mockRestore();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await storedAnswer(backend)).toMatchObject({ text: 'Approved' });
    expect(reported.length).toBeGreaterThan(0);
    expect(new Set(reported.map(([operation]) => operation))).toEqual(new Set(['onAction']));
  });

  it('gives its outcome once if the connection is lost when the store has it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const store = memoryStore();
    const { run, calls, settle } = createSlowFunction();
    const { backend, reported } = await createBackend({ approve: run }, { store });
    const pressing = press(backend);
    await waitForCall(calls);
    const error = new Error('Connection terminated');
    const stored = store.answer.bind(store);
    const answer = vi.spyOn(store, 'answer').mockImplementationOnce(async (...input) => {
      await stored(...input);
      throw error;
    });
    settle[0]!.resolve('Approved');
    await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
    await backend.whenIdle();
    await pressing;
    expect(await press(backend)).toMatchObject([200, { text: 'Approved' }]);
    expect([calls.length, reported]).toEqual([1, [['onAction', error]]]);
  });

  it('of a lost process that is tried again and rejected leaves the other buttons disabled', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const store = memoryStore();
    const onAction = { approve: () => Promise.reject(new Error('closed')), reject: () => 'Rejected' };
    const { backend } = await createBackend(onAction, { store });
    await store.answer('anna', 'a', { type: 'claim', action: 'primary', lapseMs: 30_000 });
    vi.setSystemTime(Date.now() + 30_000);
    expect(await press(backend)).toEqual([502, 'not-done']);
    expect(await press(backend, rejection)).toEqual([202, pending]);
    await backend.answer('anna', 'a', null);
    expect(await press(backend, rejection)).toMatchObject([200, { text: 'Rejected' }]);
  });
});

describe('An outcome that comes too late', () => {
  const late = { customerId: 'anna', id: 'a', text: 'Approved' };

  it.each([
    [
      'after another decision of the host',
      (backend: InboxBackend) =>
        backend.answer('anna', 'a', { action: 'secondary', text: 'Rejected by phone' }),
      { action: 'secondary', text: 'Rejected by phone' },
      [200, { text: 'Rejected by phone' }],
    ],
    [
      'after the host has cleared it',
      (backend: InboxBackend) => backend.answer('anna', 'a', null),
      null,
      [502, 'not-done'],
    ],
    [
      'after the notification was removed',
      (backend: InboxBackend) => backend.remove('anna', 'a'),
      undefined,
      [404, 'not-found'],
    ],
  ] as const)('%s is not stored, but reported with its key', async (_, decide, stands, response) => {
    const { run, calls, settle } = createSlowFunction();
    const { backend, reported } = await createBackend({ approve: run });
    const pressing = press(backend);
    await waitForCall(calls);
    await decide(backend);
    settle[0]!.resolve('Approved');
    expect(await pressing).toMatchObject(response);
    if (stands) expect(await storedAnswer(backend)).toMatchObject(stands);
    else expect(await storedAnswer(backend)).toBe(stands);
    expect(reported).toEqual([['onAction', expect.any(LateOutcomeError)]]);
    expect((reported[0]![1] as LateOutcomeError).outcome).toEqual({ ...late, key: calls[0]!.key });
  });
});

describe('The key of an action', () => {
  it('is the same for each button and instance, and another one for each customer and notification', async () => {
    const keys = new Map<string, Set<string>>();
    const run: InboxActionFunction = ({ customerId, id, key }) => {
      const name = `${customerId} ${id}`;
      keys.set(name, new Set(keys.get(name)).add(key));
      throw new Error('No.');
    };
    for (const secondary of [false, true]) {
      const { backend } = await createBackend({ approve: run, reject: run });
      await backend.deliver('anna', { id: 'b' });
      await backend.deliver('omar', { id: 'a' });
      for (const [customer, id] of [
        ['anna', 'a'],
        ['anna', 'b'],
        ['omar', 'a'],
      ] as const)
        await press(backend, { ...(secondary ? rejection : approval), id }, customer);
    }
    expect([...keys.values()].map(({ size }) => size)).toEqual([1, 1, 1]);
    expect(new Set([...keys.values()].flatMap((set) => [...set])).size).toBe(3);
  });
});

describe('What a page has done itself', () => {
  const done = { ...approval, text: 'Code copied' };

  it('is stored once, whether the host has functions or not, and calls none', async () => {
    const run = vi.fn<InboxActionFunction>();
    for (const onAction of [undefined, { approve: run }]) {
      const { backend } = await createBackend(onAction);
      expect(await press(backend, done)).toMatchObject([200, { action: 'primary', text: 'Code copied' }]);
      expect(await press(backend, { ...rejection, text: 'Rejected' })).toMatchObject([
        200,
        { text: 'Code copied' },
      ]);
      expect(await listOf(backend)).toMatchObject({ unreadCount: 0 });
    }
    expect(run).not.toHaveBeenCalled();
  });

  it('is not stored while a function of the host runs', async () => {
    const { run, calls, settle } = createSlowFunction();
    const { backend } = await createBackend({ reject: run });
    const pressing = press(backend, rejection);
    await waitForCall(calls);
    expect(await press(backend, done)).toMatchObject([202, { action: 'secondary' }]);
    settle[0]!.resolve('Rejected');
    expect(await pressing).toMatchObject([200, { text: 'Rejected' }]);
  });
});

describe('An answer', () => {
  it.each([
    ['of a notification that is gone', { ...approval, id: 'gone' }, [404, 'not-found']],
    [
      'of a notification that is gone, by its page',
      { ...approval, id: 'gone', text: 'Done' },
      [404, 'not-found'],
    ],
    [
      'for which the host has no function',
      { ...approval, onclickAction: 'toString' },
      [404, 'unknown-action'],
    ],
    ['by a button without an onclickAction', { id: 'a', action: 'primary' }, [404, 'unknown-action']],
    ['by a fourth button', { ...approval, action: 'fourth' }, [400, 'invalid-input']],
    ['without an id', { ...approval, id: undefined }, [400, 'invalid-input']],
    ['of several notifications', { ...approval, id: ['a'] }, [400, 'invalid-input']],
    ['with an empty text', { ...approval, text: '' }, [400, 'invalid-input']],
    ['with a blank text', { ...approval, text: ' ' }, [400, 'invalid-input']],
    ['with a text that is too long', { ...approval, text: 'x'.repeat(201) }, [400, 'invalid-input']],
    ['with a text that no database stores', { ...approval, text: 'a\0' }, [400, 'invalid-input']],
    ['with a label that is too long', { ...approval, label: 'x'.repeat(201) }, [400, 'invalid-input']],
  ])('%s is refused', async (_, input, expected) => {
    const run = vi.fn<InboxActionFunction>();
    const { backend } = await createBackend({ approve: run });
    expect(await press(backend, input)).toEqual(expected);
    expect(run).not.toHaveBeenCalled();
    expect(await storedAnswer(backend)).toBeNull();
  });

  it('is 404 once the notification has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { backend } = await createBackend({ approve: () => 'Approved' });
    await backend.deliver('anna', { id: 'b', expiresDate: new Date(Date.now() + 1000) });
    vi.setSystemTime(Date.now() + 1000);
    expect(await press(backend, { ...approval, id: 'b' })).toEqual([404, 'not-found']);
  });

  it('is bound to the customer', async () => {
    const { backend } = await createBackend({ approve: () => 'Approved' });
    expect(await press(backend, approval, 'omar')).toEqual([404, 'not-found']);
    expect(await storedAnswer(backend)).toBeNull();
  });

  it('counts towards the limit of requests', async () => {
    const rateLimit = ({ route }: { route: string }): number => (route === 'POST /answer' ? 7 : 0);
    const { backend } = await createBackend({ approve: () => 'Approved' }, { rateLimit });
    expect(await press(backend)).toEqual([429, 'rate-limit']);
    const { backend: limited } = await createBackend({ approve: () => 'Approved' });
    for (let count = 0; count < 600; count += 1) await limited.fetch(post('/answer', approval));
    expect(await press(limited)).toEqual([429, 'rate-limit']);
  });

  it('is delivered with a notification, and counts as read', async () => {
    const { backend } = await createBackend();
    const answer = { action: 'tertiary', text: 'Later', date: new Date('2026-11-20T10:00:00Z') } as const;
    await backend.deliver('anna', [
      { id: 'b', answer, createdDate: '2026-01-02' },
      { id: 'c', answer: { ...answer, date: null }, createdDate: '2026-01-01' },
      { id: 'd', answer: null, createdDate: '2026-01-01' },
    ]);
    const { references, unreadCount } = await listOf(backend);
    expect(references.map(({ id, answer: stands }) => [id, stands])).toEqual([
      ['a', null],
      ['b', { ...answer, date: '2026-11-20T10:00:00.000Z' }],
      ['d', null],
      ['c', { ...answer, date: someDate }],
    ]);
    expect(unreadCount).toBe(2);
  });
});

describe('answer()', () => {
  const phone = { action: 'secondary', text: 'Rejected by phone' } as const;

  it('stores what was decided elsewhere, and shows it on every page', async () => {
    const { backend } = await createBackend();
    const page = await eventsOf(backend);
    const date = '2026-11-20T10:00:00.000Z';
    await backend.answer('anna', 'a', { ...phone, date: new Date(date) });
    expect((await receiveEvents(page, 2))[1]?.event).toEqual({
      type: 'answer',
      ids: ['a'],
      answer: { ...phone, date },
    });
    await backend.answer('anna', 'a', null);
    expect((await receiveEvents(page, 1))[0]?.event).toEqual({ type: 'answer', ids: ['a'], answer: null });
    await backend.answer('anna', 'unknown', phone);
  });

  it.each([
    [['', 'a', phone], /customerId/],
    [['anna', '', phone], /id/],
    [['anna', 'a', 'Rejected'], /answer/],
    [['anna', 'a', { ...phone, action: 'reject' }], /action/],
    [['anna', 'a', { ...phone, text: '' }], /text/],
    [['anna', 'a', { ...phone, text: 'x'.repeat(201) }], /text/],
    [['anna', 'a', { ...phone, date: 'yesterday' }], /date/],
    [['anna', 'a'], /answer/],
  ] as const)('rejects what cannot be meant: %j', async (input, message) => {
    const { backend } = await createBackend();
    const answer = backend.answer.bind(backend) as (...values: unknown[]) => Promise<void>;
    await expect(answer(...input)).rejects.toThrow(message);
    expect(await storedAnswer(backend)).toBeNull();
  });
});

describe('A backend that closes', () => {
  it('lets functions that run end, stores their outcomes, and refuses further presses', async () => {
    const { run, calls, settle } = createSlowFunction();
    const { backend } = await createBackend({ approve: run });
    await backend.deliver('anna', { id: 'b' });
    const pressing = press(backend);
    await waitForCall(calls);
    backend.close();
    expect(await press(backend, { ...approval, id: 'b' })).toEqual([503, 'closed']);
    let isIdle = false;
    const idle = backend.whenIdle().then(() => {
      isIdle = true;
    });
    expect(await storedAnswer(backend)).toEqual(pending);
    expect(isIdle).toBe(false);
    settle[0]!.resolve('Approved');
    await idle;
    expect(await storedAnswer(backend)).toMatchObject({ text: 'Approved' });
    expect(await pressing).toMatchObject([200, { text: 'Approved' }]);
  });

  it('is idle only when a press is done that was claiming its answer', async () => {
    const store = memoryStore();
    const { backend } = await createBackend({ approve: () => 'Approved' }, { store });
    let claim = (): void => undefined;
    const claimable = new Promise<void>((resolve) => {
      claim = resolve;
    });
    const change = store.answer.bind(store);
    const answer = vi.spyOn(store, 'answer').mockImplementationOnce(async (...input) => {
      await claimable;
      return change(...input);
    });
    const pressing = press(backend);
    await waitForCall(answer.mock.calls);
    backend.close();
    let isIdle = false;
    const idle = backend.whenIdle().then(() => {
      isIdle = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIdle).toBe(false);
    claim();
    await idle;
    expect(await storedAnswer(backend)).toMatchObject({ text: 'Approved' });
    await pressing;
  });

  it('does not try again to store an outcome for ever', async () => {
    const store = memoryStore();
    const { run, calls, settle } = createSlowFunction();
    const { backend, reported } = await createBackend({ approve: run }, { store });
    const pressing = press(backend);
    await waitForCall(calls);
    const error = new Error('The pool has ended.');
    vi.spyOn(store, 'answer').mockRejectedValue(error);
    backend.close();
    settle[0]!.resolve('Approved');
    expect(await pressing).toEqual([503, 'unavailable']);
    expect(reported).toEqual([['onAction', error]]);
    await backend.whenIdle();
  });
});

describe('The option onAction', () => {
  it.each([[() => 'Approved'], [['approve']], ['approve'], [{ approve: 'Approved' }]])(
    'is rejected if it is %j',
    (onAction) => {
      const options = { store: memoryStore(), authenticate: () => 'anna', onAction: onAction as never };
      expect(() => createInboxBackend(options)).toThrow(/onAction must/);
    },
  );

  // Where a page sends no label, the name is the outcome.
  it.each(['', ' ', 'x'.repeat(201)])('is rejected with the name "%s", which can be no outcome', (name) => {
    const options = { store: memoryStore(), authenticate: () => 'anna', onAction: { [name]: () => 'Done' } };
    expect(() => createInboxBackend(options)).toThrow(/onAction must have .* 1 to 200 characters/);
  });
});

describe('The list', () => {
  it('names the buttons that the host has functions for, if it has any', async () => {
    const { backend } = await createBackend({ approve: () => 'Approved', reject: () => 'Rejected' });
    await backend.deliver('anna', { id: 'b' });
    const { nextCursor, ...first } = await listOf(backend, { limit: '1' });
    expect(first.answers).toEqual(['approve', 'reject']);
    expect((await listOf(backend, { cursor: nextCursor! })).answers).toEqual(['approve', 'reject']);
    expect(await listOf((await createBackend()).backend)).not.toHaveProperty('answers');
  });
});
