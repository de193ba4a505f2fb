import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notification } from '../../src/api/schemas/notification.js';
import { RequestQueue } from '../../src/session/request-queue.js';
import { countSteps } from './count-steps.js';
import {
  FakeService,
  makeIds,
  networkError,
  makeRecord,
  apiError,
  flushPromises,
  tearDown,
  unauthorizedError,
} from './fakes.js';

let service: FakeService;
let queue: RequestQueue<Notification>;
/** The problem that the queue reported last. */
let problem: typeof queue.problem;
let reported: { loaded: string[]; failed: [string, unknown][]; stopped: unknown[]; pauses: number };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  service = new FakeService();
  reported = { loaded: [], failed: [], stopped: [], pauses: 0 };
  problem = null;
  queue = makeQueue();
});

afterEach(tearDown);

function makeQueue(): RequestQueue<Notification> {
  return new RequestQueue({
    run: async (id, options) => {
      const record = await service.retrieve(id, options);
      options.signal.throwIfAborted();
      reported.loaded.push(id);
      return record;
    },
    isUnverified: (id) => id === 'link',
    onFailed: (id, error) => reported.failed.push([id, error]),
    onProblem: (error) => {
      if (queue.problem === 'retrying' && problem !== 'retrying') reported.pauses += 1;
      ({ problem } = queue);
      if (error) reported.stopped.push(error);
    },
  });
}

/** Records the outcome, so that a rejection is not reported as unhandled. */
function outcome(promise: Promise<unknown>): { value?: unknown; error?: unknown } {
  const result: ReturnType<typeof outcome> = {};
  promise.then(
    (value) => (result.value = value),
    (error: unknown) => (result.error = error),
  );
  return result;
}

describe('RequestQueue', () => {
  it('sends at most six requests at once', async () => {
    queue.request(makeIds(20));
    expect(service.pending).toEqual(makeIds(6));
    await service.succeed('n3');
    expect(service.requests).toHaveLength(7);
    expect(service.pending).toHaveLength(6);
  });

  it('runs another request within the same limit, ahead of those that wait', async () => {
    queue.request(makeIds(20));
    const finished: string[] = [];
    const ahead = queue.runAhead(() => {
      finished.push(`ahead of ${service.pending.length} others`);
      return Promise.resolve('done');
    });
    await flushPromises();
    expect(finished).toEqual([]);
    await service.succeed('n1');
    expect([await ahead, finished]).toEqual(['done', ['ahead of 5 others']]);
    await flushPromises();
    expect(service.pending).toHaveLength(6);
  });

  it('takes twice the steps for twice the requests, and not four times', async () => {
    service.respond = (id) => makeRecord(id);
    const stepsFor = (count: number): Promise<number> =>
      countSteps(() => {
        queue.request(makeIds(count, `of ${count}: `));
        return flushPromises();
      });
    const steps = await stepsFor(500);
    expect((await stepsFor(1000)) / steps).toBeLessThan(2.5);
    expect(reported.loaded).toHaveLength(1500);
  });
});

describe('RequestQueue after a permanent failure', () => {
  it('fails only the id concerned', async () => {
    const notFound = apiError(404);
    const loading = outcome(queue.load('a'));
    queue.request(['b']);
    await service.fail('a', notFound);
    await service.succeed('b');
    expect(loading.error).toBe(notFound);
    expect(reported).toMatchObject({ failed: [['a', notFound]], loaded: ['b'], pauses: 0 });
    expect(service.requests).toEqual(['a', 'b']);
  });

  it.each<[string, Error]>([
    ['a bug', new TypeError('x is not a function')],
    ['a forbidden record', apiError(403)],
  ])('does not retry: %s', async (_, error) => {
    queue.request(['a', 'b']);
    await service.succeed('b');
    await service.fail('a', error);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reported.failed).toEqual([['a', error]]);
    expect(service.requests).toEqual(['a', 'b']);
  });

  it('sends the others at full speed, because the service responds', async () => {
    queue.request(makeIds(20));
    for (const id of makeIds(6)) await service.fail(id, apiError(503));
    await vi.advanceTimersByTimeAsync(1000);
    expect(service.pending).toEqual(['n7']);
    await service.fail('n7', apiError(404));
    expect(service.pending).toHaveLength(6);
    expect(queue.problem).toBeNull();
  });
});

describe('RequestQueue after a transient failure', () => {
  it.each<[string, Error]>([
    ['503', apiError(503)],
    ['no network', networkError()],
  ])('(%s) pauses, and then sends a single probe', async (_, error) => {
    const loading = outcome(queue.load('n1'));
    queue.request(makeIds(20));
    for (const id of makeIds(6)) await service.fail(id, error);
    expect(reported.pauses).toBe(1);
    expect(queue.problem).toBe('retrying');
    await vi.advanceTimersByTimeAsync(999);
    expect(service.requests).toHaveLength(6);
    await vi.advanceTimersByTimeAsync(1);
    expect(service.pending).toHaveLength(1);
    await service.succeed(service.pending[0]!);
    expect(service.pending).toHaveLength(6);
    expect(queue.problem).toBeNull();
    service.respond = (id) => makeRecord(id);
    for (const id of service.pending) await service.succeed(id);
    expect(reported.loaded).toHaveLength(20);
    expect(reported.failed).toEqual([]);
    expect(loading.value).toMatchObject({ id: 'n1' });
  });

  it('waits as long as Retry-After says and a random part more, and then sends a single probe', async () => {
    queue.request(makeIds(20));
    await service.fail('n1', apiError(429, 300));
    for (const id of makeIds(6).slice(1)) await service.succeed(id);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(service.pending).toEqual([]);
    expect(queue.problem).toBe('retrying');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(service.pending).toHaveLength(1);
    await service.succeed(service.pending[0]!);
    expect(service.pending).toHaveLength(6);
  });

  it('waits as long as the longest Retry-After of requests that fail together says', async () => {
    queue.request(makeIds(6));
    await service.fail('n1', apiError(503));
    await service.fail('n2', apiError(429, 30));
    for (const id of [...service.pending]) await service.fail(id, apiError(429, 10));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(service.requests).toHaveLength(6);
    await vi.advanceTimersByTimeAsync(3000);
    expect(service.requests).toHaveLength(7);
  });

  it('does not send at once after a Retry-After that is longer than any timer', async () => {
    queue.request(['a']);
    await service.fail('a', apiError(429, 1e15));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(service.requests).toEqual(['a']);
  });

  it('waits for Retry-After after it gave up, too', async () => {
    queue.request(makeIds(3));
    for (let round = 0; round < 4; round += 1) {
      for (const id of [...service.pending]) await service.fail(id, apiError(503, 10));
      if (round < 3) await vi.advanceTimersByTimeAsync(11_000);
    }
    expect(queue.problem).toBe('unreachable');
    const { length } = service.requests;
    queue.request(makeIds(3));
    queue.retry();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(service.requests).toHaveLength(length);
    expect(queue.problem).toBe('retrying');
    await vi.advanceTimersByTimeAsync(1000);
    expect(service.requests).toHaveLength(length + 1);
  });

  it.each<[string, () => void]>([
    ['retry()', () => queue.retry()],
    [
      'suspend()',
      () => {
        queue.suspend(true);
        queue.suspend(false);
      },
    ],
    [
      'clear()',
      () => {
        queue.clear();
        queue.request(makeIds(6));
      },
    ],
  ])('is not ended by %s before Retry-After, and then sends a single probe', async (_, act) => {
    queue.request(makeIds(20));
    for (const id of makeIds(6)) await service.fail(id, apiError(429, 20));
    await vi.advanceTimersByTimeAsync(5000);
    act();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(service.requests).toHaveLength(6);
    act();
    await vi.advanceTimersByTimeAsync(2000);
    expect(service.requests).toHaveLength(7);
  });

  it('obeys a Retry-After that arrives while it is suspended', async () => {
    queue.request(['a']);
    queue.suspend(true);
    await service.fail('a', apiError(429, 20));
    queue.suspend(false);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(service.requests).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(service.requests).toEqual(['a', 'a']);
  });

  it('sends a single probe after retry() or suspend() have ended the pause', async () => {
    queue.request(makeIds(20));
    for (const id of makeIds(6)) await service.fail(id, networkError());
    queue.suspend(true);
    queue.suspend(false);
    queue.retry();
    expect(service.requests).toHaveLength(7);
  });

  it('waits longer each time', async () => {
    queue.request(['a']);
    for (const wait of [1000, 2000, 4000]) {
      await service.fail('a', apiError(503));
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(service.pending).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(service.pending).toEqual(['a']);
    }
  });

  it('delays requests that are added meanwhile', async () => {
    queue.request(['a']);
    await service.fail('a', apiError(503));
    queue.request(['b']);
    const loading = outcome(queue.load('c'));
    expect(service.requests).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    for (const id of ['b', 'c', 'a']) if (service.pending.includes(id)) await service.succeed(id);
    for (const id of [...service.pending]) await service.succeed(id);
    expect(reported.loaded.toSorted()).toEqual(['a', 'b', 'c']);
    expect(loading.value).toBeDefined();
  });

  it('fails a single id after three attempts while the others continue', async () => {
    const broken = apiError(500);
    service.respond = (id) => {
      if (id === 'bad') throw broken;
      return makeRecord(id);
    };
    queue.prefer(['bad']);
    const loading = outcome(queue.load('bad'));
    queue.request(makeIds(30));
    await flushPromises();
    await vi.advanceTimersByTimeAsync(1000);
    // It is the first visible one, and even so the others do not wait for it.
    expect(reported.loaded).toHaveLength(30);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(service.requests.filter((id) => id === 'bad')).toHaveLength(3);
    expect(reported.failed).toEqual([['bad', broken]]);
    expect(loading.error).toBe(broken);
    expect(reported.stopped).toEqual([]);
    expect(queue.problem).toBeNull();
  });

  it('fails several such ids alone, and again when they are requested anew', async () => {
    const bad = makeIds(4, 'bad');
    service.respond = (id) => {
      if (bad.includes(id)) throw networkError();
      return makeRecord(id);
    };
    queue.request([...bad, ...makeIds(8)]);
    await vi.advanceTimersByTimeAsync(600_000);
    queue.request(bad);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(service.requests.filter((id) => bad.includes(id))).toHaveLength(24);
    expect(reported.failed).toHaveLength(8);
    expect(reported.stopped).toEqual([]);
    queue.request(['late']);
    await flushPromises();
    expect(reported.loaded).toContain('late');
  });

  it('starts to count anew after a success or a final failure', async () => {
    queue.request(['a']);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await service.fail('a', apiError(500));
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(reported.failed).toHaveLength(1);
    queue.request(['b']);
    await service.fail('b', apiError(503));
    expect(reported.stopped).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    await service.succeed('b');
    expect(reported.loaded).toEqual(['b']);
  });

  it('recovers when the failed id is removed', async () => {
    queue.request(['a']);
    await service.fail('a', apiError(503));
    queue.remove(['a']);
    expect(queue.problem).toBeNull();
  });
});

describe('RequestQueue in an outage', () => {
  async function stop(error: Error): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      for (const id of service.pending) await service.fail(id, error);
      await vi.advanceTimersByTimeAsync(10_000);
    }
  }

  it.each<[string, Error]>([
    ['500', apiError(500)],
    ['no network', networkError()],
  ])('(%s) stops after four rounds and reports it once', async (_, error) => {
    const loading = outcome(queue.load('n1'));
    queue.request(makeIds(20));
    await stop(error);
    expect(reported.stopped).toEqual([error]);
    expect(reported.failed).toEqual([]);
    expect(loading.error).toBe(error);
    expect(queue.problem).toBe('unreachable');
    const { length } = service.requests;
    await vi.advanceTimersByTimeAsync(3_600_000);
    queue.request(['late']);
    expect(service.requests).toHaveLength(length);
  });

  it('stops although others loaded before it', async () => {
    queue.request(['early']);
    await service.succeed('early');
    queue.request(makeIds(20));
    await stop(networkError());
    expect(queue.problem).toBe('unreachable');
    expect(reported.failed).toEqual([]);
  });

  it('sends a single request first on retry()', async () => {
    queue.request(makeIds(20));
    await stop(networkError());
    queue.retry();
    queue.request(makeIds(20));
    expect(service.pending).toHaveLength(1);
    await service.succeed(service.pending[0]!);
    expect(service.pending).toHaveLength(6);
  });

  it('sends what was requested meanwhile on retry()', async () => {
    queue.request(makeIds(20));
    await stop(networkError());
    queue.request(['a', 'b']);
    const loading = outcome(queue.load('c'));
    service.respond = (id) => makeRecord(id);
    queue.retry();
    await flushPromises();
    expect(reported.loaded).toEqual(['a', 'b', 'c']);
    expect(loading.value).toBeDefined();
    expect(queue.problem).toBeNull();
  });

  it('gives a failing id three more attempts on retry()', async () => {
    queue.request(['a']);
    await service.fail('a', apiError(500));
    await vi.advanceTimersByTimeAsync(10_000);
    await service.fail('a', apiError(500));
    queue.retry();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await service.fail('a', apiError(500));
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(reported.failed).toEqual([]);
    await service.fail('a', apiError(500));
    expect(reported.failed).toHaveLength(1);
  });

  it('stops again, no sooner, if the outage continues after retry()', async () => {
    queue.request(['a']);
    await stop(networkError());
    queue.retry();
    queue.request(['a']);
    await service.fail('a', networkError());
    expect(reported.stopped).toHaveLength(1);
    expect(queue.problem).toBe('retrying');
    await vi.advanceTimersByTimeAsync(1000);
    await stop(networkError());
    expect(reported.stopped).toHaveLength(2);
  });
});

describe('RequestQueue with a refused token', () => {
  it('stops at once and aborts pending requests', async () => {
    const error = unauthorizedError();
    const loading = outcome(queue.load('n2'));
    queue.request(makeIds(20));
    await service.fail('n1', error);
    expect(reported.stopped).toEqual([error]);
    expect(loading.error).toBe(error);
    expect(queue.problem).toBe('unauthenticated');
    expect(service.pending).toEqual([]);
    expect(reported.failed).toEqual([]);
  });

  it('remains unauthenticated until something responds, whatever retries meet', async () => {
    queue.request(['a']);
    await service.succeed('a');
    queue.request(['b']);
    await service.fail('b', unauthorizedError());
    for (const error of [networkError(), apiError(403)]) {
      queue.request(['b']);
      queue.retry();
      expect(queue.problem).toBe('unauthenticated');
      for (let round = 0; service.pending.length > 0; round += 1) {
        await service.fail('b', error);
        await vi.advanceTimersByTimeAsync(10_000);
      }
      expect(queue.problem).toBe('unauthenticated');
    }
    queue.request(['b']);
    queue.retry();
    await service.succeed('b');
    expect(queue.problem).toBeNull();
  });
});

describe('RequestQueue if the service refuses everything alike', () => {
  it('tries once with a new token, and then stops', async () => {
    const error = apiError(403);
    service.respond = () => {
      throw error;
    };
    const loading = outcome(queue.load('n50'));
    queue.request(makeIds(50));
    await flushPromises();
    // Six at once, one more after each of the first two refusals, and then three with the new token.
    expect(service.requests).toHaveLength(11);
    expect(service.renewals).toBe(1);
    expect(reported).toMatchObject({ failed: [], stopped: [error] });
    expect(loading.error).toBe(error);
    expect(queue.problem).toBe('unauthenticated');

    queue.request(makeIds(50));
    queue.retry();
    await flushPromises();
    expect([service.requests.length, service.renewals]).toEqual([14, 2]);
    expect(queue.problem).toBe('unauthenticated');

    service.respond = (id) => makeRecord(id);
    queue.request(makeIds(50));
    queue.retry();
    await flushPromises();
    expect(reported.loaded).toHaveLength(50);
    expect(reported.failed).toEqual([]);
    expect([queue.problem, service.renewals]).toEqual([null, 3]);
  });

  it('loads everything if the new token works', async () => {
    service.respond = (id) => {
      if (service.renewals === 0) throw apiError(403);
      return makeRecord(id);
    };
    queue.request(makeIds(20));
    await flushPromises();
    expect(reported).toMatchObject({ failed: [], stopped: [] });
    expect(reported.loaded).toHaveLength(20);
    expect(service.renewals).toBe(1);
  });

  it('finds the others on retry() although the first ones are refused for good', async () => {
    service.respond = () => {
      throw apiError(400);
    };
    queue.request(makeIds(20));
    await flushPromises();
    expect(queue.problem).toBe('unauthenticated');
    service.respond = (id) => {
      if (['n1', 'n2'].includes(id)) throw apiError(400);
      return makeRecord(id);
    };
    queue.request(makeIds(20));
    queue.retry();
    await flushPromises();
    expect(reported.failed.map(([id]) => id)).toEqual(['n1', 'n2']);
    expect(reported.loaded).toHaveLength(18);
    expect(queue.problem).toBeNull();
  });

  it.each([
    ['one', 403, 1],
    ['two', 400, 2],
    ['one, refused in the envelope alone', 200, 1],
  ])('does the same if there are few: %s', async (_, status, count) => {
    service.respond = () => {
      throw apiError(status);
    };
    queue.request(makeIds(count));
    await flushPromises();
    expect([service.requests.length, service.renewals]).toEqual([2 * count, 1]);
    expect(reported.failed).toEqual([]);
    expect(queue.problem).toBe('unauthenticated');
    service.respond = (id) => makeRecord(id);
    queue.request(makeIds(count));
    queue.retry();
    await flushPromises();
    expect(reported.loaded).toHaveLength(count);
    expect([queue.problem, service.renewals]).toEqual([null, 2]);
  });

  it('gives up an id that may be another customer’s', async () => {
    queue.request(['link']);
    await service.fail('link', apiError(403));
    expect(reported.failed.map(([id]) => id)).toEqual(['link']);
    expect([queue.problem, service.renewals]).toEqual([null, 0]);
  });

  it('does the same if the others do not exist', async () => {
    queue.request(makeIds(3));
    await service.fail('n1', apiError(404));
    await service.fail('n2', apiError(403));
    await service.fail('n3', apiError(410));
    expect(reported.failed.map(([id]) => id)).toEqual(['n1', 'n3']);
    expect([service.pending, service.renewals]).toEqual([['n2'], 1]);
  });

  it.each([
    ['three if another one loads', 400, ['n1', 'n2', 'n3'], 6],
    ['any number that do not exist', 404, makeIds(20), 20],
  ])('fails alone: %s', async (_, status, refused, count) => {
    service.respond = (id) => {
      if (refused.includes(id)) throw apiError(status);
      return makeRecord(id);
    };
    queue.request(makeIds(count));
    await flushPromises();
    expect(reported.failed.map(([id]) => id)).toEqual(refused);
    expect(reported.loaded).toHaveLength(count - refused.length);
    expect([reported.stopped, service.renewals, service.requests.length]).toEqual([[], 0, count]);
  });

  it('waits for the requests under way before it decides', async () => {
    queue.request(makeIds(20));
    for (const id of makeIds(7)) await service.fail(id, apiError(400));
    expect(service.pending).toEqual(['n8']);
    expect(reported.failed).toEqual([]);
    await service.succeed('n8');
    expect(reported.failed).toHaveLength(7);
    expect(service.pending).toHaveLength(6);
  });

  it('fails each id alone once something has loaded', async () => {
    queue.request(makeIds(1));
    await service.succeed('n1');
    service.respond = () => {
      throw apiError(400);
    };
    queue.request(makeIds(9, 'old'));
    await flushPromises();
    expect(reported.failed).toHaveLength(9);
    expect(reported.stopped).toEqual([]);
  });
});

describe('RequestQueue.suspend()', () => {
  it('ends a pause', async () => {
    queue.request(['a']);
    await service.fail('a', apiError(503));
    queue.suspend(true);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(service.requests).toEqual(['a']);
    queue.suspend(false);
    expect(service.requests).toEqual(['a', 'a']);
  });
});

describe('RequestQueue.remove() and clear()', () => {
  it('allow a new request at once, whose response counts', async () => {
    service.ignoresAbort = true;
    queue.request(['a']);
    queue.remove(['a']);
    const loading = outcome(queue.load('a'));
    expect(service.requests).toEqual(['a', 'a']);
    await service.fail('a', apiError(404));
    expect(reported.failed).toEqual([]);
    await service.succeed('a');
    expect(reported.loaded).toEqual(['a']);
    expect(loading.value).toMatchObject({ id: 'a' });
  });

  it('make room for other requests', async () => {
    queue.request(makeIds(8));
    queue.remove(['n1']);
    queue.remove(['n8']);
    await flushPromises();
    expect(service.pending).toEqual(['n2', 'n3', 'n4', 'n5', 'n6', 'n7']);
  });

  it('abort all requests', async () => {
    queue.request(makeIds(20));
    const loading = outcome(queue.load('n20'));
    queue.clear();
    await flushPromises();
    expect(service.pending).toEqual([]);
    expect(service.requests).toHaveLength(6);
    expect(loading.error).toMatchObject({ name: 'AbortError' });
    queue.request(['new']);
    expect(service.pending).toEqual(['new']);
  });

  it('end a pause, too', async () => {
    queue.request(['a']);
    await service.fail('a', apiError(503));
    queue.clear();
    expect(vi.getTimerCount()).toBe(0);
    queue.request(['b', 'c']);
    expect(service.pending).toEqual(['b', 'c']);
  });
});
