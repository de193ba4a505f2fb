import { afterEach, describe, expect, it, vi } from 'vitest';
import { Emitter } from '../../src/common/emitter.js';

afterEach(() => void vi.restoreAllMocks());

describe('Emitter', () => {
  it('notifies all listeners in the order in which they subscribed', () => {
    const received: string[] = [];
    const emitter = new Emitter<string>();
    emitter.subscribe((event) => received.push(`1 ${event}`));
    emitter.subscribe((event) => received.push(`2 ${event}`));
    emitter.emit('a');
    expect(received).toEqual(['1 a', '2 a']);
  });

  it('continues after a listener throws, and warns once', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const listener = vi.fn();
    const emitter = new Emitter<string>();
    emitter.subscribe(() => {
      throw new Error('a bug of the host');
    });
    emitter.subscribe(listener);
    emitter.emit('a');
    emitter.emit('b');
    expect(listener.mock.calls).toEqual([['a'], ['b']]);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toContain('a bug of the host');
  });

  it('treats the same function subscribed twice as two subscriptions', () => {
    const listener = vi.fn();
    const emitter = new Emitter<string>();
    const unsubscribe = emitter.subscribe(listener);
    emitter.subscribe(listener);
    unsubscribe();
    unsubscribe();
    expect(emitter.size).toBe(1);
    emitter.emit('a');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('lets a listener unsubscribe while it is being called', () => {
    const emitter = new Emitter<string>();
    const listener = vi.fn();
    const unsubscribe = emitter.subscribe(() => unsubscribe());
    emitter.subscribe(listener);
    emitter.emit('a');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(emitter.size).toBe(1);
  });
});
