import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { UncertainCustomerError } from '../../src/session/acts/act.js';
import { CustomerCheck, type RetrieveAgain } from '../../src/session/customer-check.js';
import { CustomerIdentity } from '../../src/session/customer-identity.js';
import { apiError, flushPromises, makeRecord, networkError, tearDown, unauthorizedError } from './fakes.js';

let identity: CustomerIdentity;
let host: { key: string | undefined };
let service: { tokenIssue: symbol };
let retrieve: Mock<RetrieveAgain>;
let check: CustomerCheck;
const { signal } = new AbortController();
const request = vi.fn(() => Promise.resolve('saved'));

beforeEach(() => {
  vi.useFakeTimers();
  request.mockClear();
  identity = new CustomerIdentity();
  identity.identify('anna', 'n1');
  retrieve = vi.fn((id) => Promise.resolve(makeRecord(id, { uniqueCustomerId: 'anna' })));
  host = { key: undefined };
  service = { tokenIssue: Symbol() };
  check = new CustomerCheck(identity, host, service, retrieve);
});

afterEach(tearDown);

describe('What a customer does', () => {
  it('is sent at once, in the task of the press', () => {
    void check.bind().send(request, signal);
    expect([request.mock.calls.length, retrieve.mock.calls.length]).toEqual([1, 0]);
  });

  it('is sent after that task only once the same customer is known to be signed in', async () => {
    const act = check.bind();
    await Promise.resolve();
    expect(await act.send(request, signal)).toBe('saved');
    expect(retrieve.mock.calls.map(([id]) => id)).toEqual(['n1']);
  });

  it('is confirmed before it is repeated', async () => {
    const act = check.bind();
    request.mockRejectedValueOnce(networkError());
    await expect(act.send(request, signal)).rejects.toThrow();
    await act.send(request, signal);
    expect(retrieve).toHaveBeenCalledOnce();
  });

  it('is sent after that task without a check if the host has named the customer, and refuses another one itself', async () => {
    host.key = 'key of anna';
    const act = check.bindForHost();
    await Promise.resolve();
    expect(await act.send(request, signal)).toBe('saved');
    for (const key of ['key of omar', undefined]) {
      host.key = key;
      await expect(act.send(request, signal)).rejects.toThrow(UncertainCustomerError);
    }
    expect([request.mock.calls.length, retrieve.mock.calls.length]).toEqual([1, 0]);
  });

  it('is checked before it is sent to a host that had not named the customer', async () => {
    const act = check.bindForHost();
    await Promise.resolve();
    expect(await act.send(request, signal)).toBe('saved');
    expect(retrieve).toHaveBeenCalledOnce();
  });

  it.each<[string, () => unknown]>([
    ['nobody was known then', () => identity.identify('anna', 'n1')],
    ['the service refuses the notification', () => retrieve.mockRejectedValue(apiError(404))],
    ['the customer is forgotten', () => identity.forget()],
  ])('is not sent later if %s', async (reason, arrange) => {
    if (reason.startsWith('nobody')) identity.forget();
    const act = check.bind();
    await Promise.resolve();
    arrange();
    await expect(act.send(request, signal)).rejects.toThrow(UncertainCustomerError);
    expect(request).not.toHaveBeenCalled();
  });

  it('is sent to the service after that task while nobody is known, with the token of the press alone', async () => {
    identity.forget();
    const acts = [check.bindForService(), check.bindForService()];
    await Promise.resolve();
    expect(await acts[0]!.send(request, signal)).toBe('saved');
    service.tokenIssue = Symbol();
    await expect(acts[1]!.send(request, signal)).rejects.toThrow(UncertainCustomerError);
    expect([request.mock.calls.length, retrieve.mock.calls.length]).toEqual([1, 0]);
  });

  it('is sent to the service after that task only once the customer is known to be signed in, if one was', async () => {
    const act = check.bindForService();
    await Promise.resolve();
    expect(await act.send(request, signal)).toBe('saved');
    expect(retrieve.mock.calls.map(([id]) => id)).toEqual(['n1']);
  });

  it('is not sent later if no notification can say who is signed in', async () => {
    identity.forget();
    identity.identify('anna');
    await expect(check.bind({ isPast: true }).send(request, signal)).rejects.toThrow(UncertainCustomerError);
    expect(retrieve).not.toHaveBeenCalled();
  });

  it('is not sent later if the notification names another customer, which the session then drops everything for', async () => {
    const onOtherCustomer = vi.fn();
    identity.onOtherCustomer(onOtherCustomer);
    retrieve.mockResolvedValue(makeRecord('n1', { uniqueCustomerId: 'berta' }));
    await expect(check.bind({ isPast: true }).send(request, signal)).rejects.toThrow();
    expect([onOtherCustomer.mock.calls.length, request.mock.calls.length]).toEqual([1, 0]);
  });

  it.each([unauthorizedError(), networkError(), apiError(503)])(
    'is not sent, and may be later, while nothing can be found out: %s',
    async (error) => {
      const act = check.bind({ isPast: true });
      retrieve.mockRejectedValueOnce(error);
      await expect(act.send(request, signal)).rejects.toBe(error);
      expect(await act.send(request, signal)).toBe('saved');
    },
  );
});

describe('A check of the customer', () => {
  it('is one for all that waits for it', async () => {
    const acts = [1, 2, 3].map(() => check.bind({ isPast: true }));
    await Promise.all(acts.map((act) => act.send(request, signal)));
    expect([retrieve.mock.calls.length, request.mock.calls.length]).toEqual([1, 3]);
  });

  it('goes on for the others when one of them is aborted', async () => {
    const controller = new AbortController();
    const aborted = check.bind({ isPast: true }).send(request, controller.signal);
    const other = check.bind({ isPast: true }).send(request, signal);
    controller.abort();
    await expect(aborted).rejects.toThrow();
    expect([await other, request.mock.calls.length]).toEqual(['saved', 1]);
  });

  it('ends with the session', async () => {
    let running: AbortSignal | undefined;
    retrieve.mockImplementation((_, checkSignal) => {
      running = checkSignal;
      return new Promise(() => undefined);
    });
    void check.bind({ isPast: true }).send(request, signal);
    await flushPromises();
    check.stop();
    expect(running?.aborted).toBe(true);
  });
});
