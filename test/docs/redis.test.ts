import { EventEmitter } from 'node:events';
import { transform } from 'esbuild';
import { expect, it, vi } from 'vitest';
import type { EventChannel } from '../../src/backend.js';
import { blockWith } from './markdown.js';

/** A client of Redis, which like the real one throws an error to which nobody listens. */
class FakeRedis extends EventEmitter {
  readonly duplicates: FakeRedis[] = [];
  readonly connect = vi.fn(() => Promise.resolve());
  readonly publish = vi.fn(() => Promise.resolve(1));
  readonly subscribe = vi.fn<
    (channel: string, listener: (message: string, channel: string) => void) => Promise<void>
  >(() => Promise.resolve());
  readonly unsubscribe = vi.fn(() => Promise.resolve());

  duplicate(): FakeRedis {
    const duplicate = new FakeRedis();
    this.duplicates.push(duplicate);
    return duplicate;
  }
}

it('The channel over Redis of the documentation survives a lost connection, and says that messages may be missing', async () => {
  const printed = blockWith('drop-in-backend.md', 'run redis.ts').replaceAll(/^import .*$|^export /gm, '');
  const { code } = await transform(`async function run() {${printed}; return channel;}`, { loader: 'ts' });
  const redis = new FakeRedis();
  const logged: unknown[] = [];
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the documentation is the code under test
  const start = new Function('createClient', 'console', `${code}; return run();`) as (
    ...values: unknown[]
  ) => Promise<EventChannel>;
  const channel = await start(() => redis, { error: (text: unknown) => void logged.push(text) });
  const [subscriber] = redis.duplicates as [FakeRedis];
  const [onMessage, onGap, onError] = [vi.fn(), vi.fn(), vi.fn()];
  const end = channel.subscribe(onMessage, onGap, onError);
  subscriber.subscribe.mock.calls[0]?.[1]('anna', 'inbox');
  await channel.publish('ben');
  expect(onMessage.mock.calls).toEqual([['anna']]);
  expect(redis.publish).toHaveBeenCalledWith('inbox', 'ben');

  redis.emit('error', new Error('lost'));
  subscriber.emit('error', new Error('lost'));
  subscriber.emit('ready');
  expect([logged, onGap.mock.calls.length]).toEqual([['lost', 'lost'], 1]);

  end();
  subscriber.emit('ready');
  expect([subscriber.unsubscribe.mock.calls.length, onGap.mock.calls.length]).toEqual([1, 1]);
});
