import { afterEach, describe, expect, it, vi } from 'vitest';
import type { InboxAction, InboxActionFunction } from '../../src/backend/action-call.js';
import { createInboxBackend, type InboxBackend } from '../../src/backend/inbox-backend.js';
import type { InboxBackendOptions } from '../../src/backend/inbox-backend-options.js';
import type { InboxAnswer, PendingInboxAnswer } from '../../src/backend/stores/inbox-event.js';
import { memoryStore } from '../../src/backend/stores/memory-store.js';
import { eventsOf, listOf, post, receiveEvents } from './requests.js';

const open: InboxBackend[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  open.splice(0).forEach((backend) => backend.close());
  vi.useRealTimers();
});

const someDate: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const pending = { action: 'primary', until: someDate };

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

describe('A press on a button that the host has a function for', () => {
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
    const { run, calls, settle } = createSlowFunction();
    const { backend } = await createBackend({ approve: run, reject: run }, { timeoutMs: 100 });
    expect(await press(backend)).toEqual([202, pending]);
    expect(await press(backend)).toEqual([202, pending]);
    expect(await press(backend, rejection)).toEqual([202, pending]);
    expect(await storedAnswer(backend)).toEqual(pending);
    settle[0]!.resolve('Approved');
    await expect.poll(() => storedAnswer(backend)).toMatchObject({ text: 'Approved' });
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
