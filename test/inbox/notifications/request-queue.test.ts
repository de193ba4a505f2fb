import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResponseError, TimeoutError } from '../../../src/api/errors.js';
import type { Notification } from '../../../src/api/schemas/notification.js';
import { FetchQueue } from '../../../src/inbox/notifications/request-queue.js';
import {
  FakeService,
  idsFrom,
  noNetwork,
  record,
  refused,
  settled,
  tearDown,
  unauthorized,
} from '../fakes.js';

let service: FakeService;
let queue: FetchQueue<Notification>;
let told: { loaded: string[]; failed: [string, unknown][]; stopped: unknown[]; pauses: number };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  service = new FakeService();
  told = { loaded: [], failed: [], stopped: [], pauses: 0 };
  queue = makeQueue();
});

afterEach(tearDown);

function makeQueue(options: { concurrency?: number } = {}): FetchQueue<Notification> {
  return new FetchQueue({
    fetch: service.retrieve,
    onLoaded: (id) => told.loaded.push(id),
    onFailed: (id, error) => told.failed.push([id, error]),
    onPaused: () => (told.pauses += 1),
    onStopped: (error) => told.stopped.push(error),
    ...options,
  });
}

/** Keeps the outcome, so that a rejection is nobody's uncaught one. */
function outcome(promise: Promise<unknown>): { value?: unknown; error?: unknown } {
  const kept: ReturnType<typeof outcome> = {};
  promise.then(
    (value) => (kept.value = value),
    (error: unknown) => (kept.error = error),
  );
  return kept;
}

describe('requests', () => {
  it('go out once an id, however many ask', async () => {
    queue.request(['a', 'a']);
    queue.request(['a']);
    const first = outcome(queue.load('a'));
    const second = outcome(queue.load('a'));
    expect(service.requests).toEqual(['a']);
    await service.succeed('a');
    expect(told.loaded).toEqual(['a']);
    expect(first.value).toMatchObject({ id: 'a' });
    expect(second.value).toBe(first.value);
  });

  it('are at most six at once', async () => {
    queue.request(idsFrom(20));
    expect(service.open).toEqual(idsFrom(6));
    await service.succeed('n3');
    expect(service.requests).toHaveLength(7);
    expect(service.open).toHaveLength(6);
  });

  it('are as many at once as one wishes', () => {
    makeQueue({ concurrency: 2 }).request(idsFrom(5));
    expect(service.open).toHaveLength(2);
  });

  it('take first what is on the screen, in its order', async () => {
    queue = makeQueue({ concurrency: 1 });
    queue.request(idsFrom(4));
    queue.prefer(['n4', 'unknown', 'n3']);
    await service.succeed('n1');
    await service.succeed('n4');
    await service.succeed('n3');
    expect(service.requests).toEqual(['n1', 'n4', 'n3', 'n2']);
  });

  it('take any string for an id', async () => {
    queue.request(['__proto__', 'constructor']);
    await service.succeed('__proto__');
    await service.succeed('constructor');
    expect(told.loaded).toEqual(['__proto__', 'constructor']);
  });

  it('all end: 10,000 that are answered at once', async () => {
    service.answer = (id) => record(id);
    queue.request(idsFrom(10_000));
    await settled();
    expect(told.loaded).toHaveLength(10_000);
  });
});

describe('a failure for good', () => {
  it('concerns its id alone', async () => {
    const notFound = refused(404);
    const loading = outcome(queue.load('a'));
    queue.request(['b']);
    await service.fail('a', notFound);
    await service.succeed('b');
    expect(loading.error).toBe(notFound);
    expect(told).toMatchObject({ failed: [['a', notFound]], loaded: ['b'], pauses: 0 });
    expect(service.requests).toEqual(['a', 'b']);
  });

  it.each<[string, Error]>([
    ['something else than a notification', new ResponseError('not JSON', 'GET /')],
    ['a bug', new TypeError('x is not a function')],
    ['no right to see it', refused(403)],
  ])('is %s', async (_, error) => {
    queue.request(['a']);
    await service.fail('a', error);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(told.failed).toEqual([['a', error]]);
    expect(service.requests).toEqual(['a']);
  });

  it('can be tried again', async () => {
    queue.request(['a']);
    await service.fail('a', refused(404));
    queue.request(['a']);
    await service.succeed('a');
    expect(told.loaded).toEqual(['a']);
  });

  it('shows that the service answers: the others go on at full speed', async () => {
    queue.request(idsFrom(20));
    for (const id of idsFrom(6)) await service.fail(id, refused(503));
    await vi.advanceTimersByTimeAsync(1000);
    expect(service.open).toEqual(['n7']);
    await service.fail('n7', refused(404));
    expect(service.open).toHaveLength(6);
    expect(queue.problem).toBeNull();
  });
});

describe('a passing failure', () => {
  it.each<[string, Error]>([
    ['429', refused(429)],
    ['503', refused(503)],
    ['500', refused(500)],
    ['408', refused(408)],
    ['425', refused(425)],
    ['no network', noNetwork()],
    ['a time-out', new TimeoutError('no answer', 'GET /')],
  ])('(%s) pauses the queue, and then one request feels the way', async (_, error) => {
    const loading = outcome(queue.load('n1'));
    queue.request(idsFrom(20));
    for (const id of idsFrom(6)) await service.fail(id, error);
    expect(told.pauses).toBe(1);
    expect(queue.problem).toBe('retrying');
    await vi.advanceTimersByTimeAsync(999);
    expect(service.requests).toHaveLength(6);
    await vi.advanceTimersByTimeAsync(1);
    expect(service.open).toHaveLength(1);
    await service.succeed(service.open[0]!);
    expect(service.open).toHaveLength(6);
    expect(queue.problem).toBeNull();
    service.answer = (id) => record(id);
    for (const id of service.open) await service.succeed(id);
    expect(told.loaded).toHaveLength(20);
    expect(told.failed).toEqual([]);
    expect(loading.value).toMatchObject({ id: 'n1' });
  });

  it('waits as long as the service asks', async () => {
    queue.request(['a', 'b']);
    await service.fail('a', refused(429, 7));
    await service.succeed('b');
    await vi.advanceTimersByTimeAsync(6999);
    expect(service.open).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(service.open).toEqual(['a']);
  });

  it('waits a minute at most', async () => {
    queue.request(['a']);
    await service.fail('a', refused(503, 86_400));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(service.open).toEqual(['a']);
  });

  it('waits longer each time', async () => {
    queue.request(['a']);
    for (const wait of [1000, 2000, 4000]) {
      await service.fail('a', refused(503));
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(service.open).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(service.open).toEqual(['a']);
    }
  });

  it('holds back what is asked for meanwhile', async () => {
    queue.request(['a']);
    await service.fail('a', refused(503));
    queue.request(['b']);
    const loading = outcome(queue.load('c'));
    expect(service.requests).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    for (const id of ['b', 'c', 'a']) if (service.open.includes(id)) await service.succeed(id);
    for (const id of [...service.open]) await service.succeed(id);
    expect(told.loaded.toSorted()).toEqual(['a', 'b', 'c']);
    expect(loading.value).toBeDefined();
  });

  it('of one id fails that one after three attempts, while others go on', async () => {
    const broken = refused(500);
    service.answer = (id) => {
      if (id === 'bad') throw broken;
      return record(id);
    };
    queue.prefer(['bad']);
    const loading = outcome(queue.load('bad'));
    queue.request(idsFrom(30));
    await settled();
    await vi.advanceTimersByTimeAsync(1000);
    // It is the first on the screen, and even so the others do not wait for it.
    expect(told.loaded).toHaveLength(30);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(service.requests.filter((id) => id === 'bad')).toHaveLength(3);
    expect(told.failed).toEqual([['bad', broken]]);
    expect(loading.error).toBe(broken);
    expect(told.stopped).toEqual([]);
    expect(queue.problem).toBeNull();
  });

  it('that is over does not count when the next comes, hours later', async () => {
    queue.request(['a']);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await service.fail('a', refused(500));
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(told.failed).toHaveLength(1);
    queue.request(['b']);
    await service.fail('b', refused(503));
    expect(told.stopped).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    await service.succeed('b');
    expect(told.loaded).toEqual(['b']);
  });

  it('of one that is not wanted any more is over', async () => {
    queue.request(['a']);
    await service.fail('a', refused(503));
    queue.remove('a');
    expect(queue.problem).toBeNull();
  });
});

describe('an outage', () => {
  async function stop(error: Error): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      for (const id of service.open) await service.fail(id, error);
      await vi.advanceTimersByTimeAsync(10_000);
    }
  }

  it.each<[string, Error]>([
    ['503', refused(503)],
    ['500', refused(500)],
    ['no network', noNetwork()],
  ])('(%s) stops the queue after four rounds, and is told once', async (_, error) => {
    const loading = outcome(queue.load('n1'));
    queue.request(idsFrom(20));
    await stop(error);
    expect(told.stopped).toEqual([error]);
    expect(told.failed).toEqual([]);
    expect(loading.error).toBe(error);
    expect(queue.problem).toBe('unreachable');
    const { length } = service.requests;
    await vi.advanceTimersByTimeAsync(3_600_000);
    queue.request(['late']);
    expect(service.requests).toHaveLength(length);
  });

  it('is over when one tries again: what was asked for meanwhile is fetched', async () => {
    queue.request(idsFrom(20));
    await stop(noNetwork());
    queue.request(['a', 'b']);
    const loading = outcome(queue.load('c'));
    service.answer = (id) => record(id);
    queue.retry();
    await settled();
    expect(told.loaded).toEqual(['a', 'b', 'c']);
    expect(loading.value).toBeDefined();
    expect(queue.problem).toBeNull();
  });

  it('of one id gets three attempts more when one tries again', async () => {
    queue.request(['a']);
    await service.fail('a', refused(500));
    await vi.advanceTimersByTimeAsync(10_000);
    await service.fail('a', refused(500));
    queue.retry();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await service.fail('a', refused(500));
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(told.failed).toEqual([]);
    await service.fail('a', refused(500));
    expect(told.failed).toHaveLength(1);
  });

  it('that goes on after another try stops it again, no sooner', async () => {
    queue.request(['a']);
    await stop(noNetwork());
    queue.retry();
    queue.request(['a']);
    await service.fail('a', noNetwork());
    expect(told.stopped).toHaveLength(1);
    expect(queue.problem).toBe('retrying');
    await vi.advanceTimersByTimeAsync(1000);
    await stop(noNetwork());
    expect(told.stopped).toHaveLength(2);
  });
});

describe('a refused token', () => {
  it('stops the queue at once, and aborts what is under way', async () => {
    const error = unauthorized();
    const loading = outcome(queue.load('n2'));
    queue.request(idsFrom(20));
    await service.fail('n1', error);
    expect(told.stopped).toEqual([error]);
    expect(loading.error).toBe(error);
    expect(queue.problem).toBe('unauthenticated');
    expect(service.open).toEqual([]);
    expect(told.failed).toEqual([]);
  });
});

describe('holding', () => {
  it('lets nothing out, until it ends', async () => {
    queue.hold(true);
    queue.request(['a']);
    const loading = outcome(queue.load('b'));
    queue.retry();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(service.requests).toEqual([]);
    queue.hold(false);
    await service.succeed('a');
    await service.succeed('b');
    expect(loading.value).toMatchObject({ id: 'b' });
  });

  it('does not give up what fails meanwhile: without a network all that is under way does', async () => {
    const loading = outcome(queue.load('n1'));
    queue.request(idsFrom(10));
    queue.hold(true);
    for (const id of idsFrom(6)) await service.fail(id, noNetwork());
    expect(told).toMatchObject({ stopped: [], failed: [], pauses: 0 });
    expect(loading).toEqual({});
    service.answer = (id) => record(id);
    queue.hold(false);
    queue.retry();
    await settled();
    expect(told.loaded).toHaveLength(10);
    expect(loading.value).toBeDefined();
  });

  it('ends a pause', async () => {
    queue.request(['a']);
    await service.fail('a', refused(503));
    queue.hold(true);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(service.requests).toEqual(['a']);
    queue.hold(false);
    expect(service.requests).toEqual(['a', 'a']);
  });
});

describe('what is not wanted any more', () => {
  it('is aborted, and its late answer is not let in', async () => {
    service.ignoresAbort = true;
    const loading = outcome(queue.load('a'));
    queue.remove('a');
    await settled();
    expect(loading.error).toMatchObject({ name: 'AbortError' });
    await service.succeed('a');
    expect(told).toMatchObject({ loaded: [], failed: [] });
  });

  it('may be wanted again at once: the answer of the second request counts', async () => {
    service.ignoresAbort = true;
    queue.request(['a']);
    queue.remove('a');
    const loading = outcome(queue.load('a'));
    expect(service.requests).toEqual(['a', 'a']);
    await service.fail('a', refused(404));
    expect(told.failed).toEqual([]);
    await service.succeed('a');
    expect(told.loaded).toEqual(['a']);
    expect(loading.value).toMatchObject({ id: 'a' });
  });

  it('makes room for others', async () => {
    queue.request(idsFrom(8));
    queue.remove('n1');
    queue.remove('n8');
    await settled();
    expect(service.open).toEqual(['n2', 'n3', 'n4', 'n5', 'n6', 'n7']);
  });

  it('is everything after clear', async () => {
    queue.request(idsFrom(20));
    const loading = outcome(queue.load('n20'));
    queue.clear();
    await settled();
    expect(service.open).toEqual([]);
    expect(service.requests).toHaveLength(6);
    expect(loading.error).toMatchObject({ name: 'AbortError' });
    queue.request(['new']);
    expect(service.open).toEqual(['new']);
  });

  it('ends a pause, too', async () => {
    queue.request(['a']);
    await service.fail('a', refused(503));
    queue.clear();
    expect(vi.getTimerCount()).toBe(0);
    queue.request(['b', 'c']);
    expect(service.open).toEqual(['b', 'c']);
  });
});
