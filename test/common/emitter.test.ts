import { afterEach, describe, expect, it, vi } from 'vitest';
import { Emitter } from '../../src/common/emitter.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('Emitter', () => {
  it('notifies all listeners in the order in which they subscribed', () => {
    const received: string[] = [];
    const emitter = new Emitter<string>();
    emitter.subscribe((event) => received.push(`1 ${event}`));
    emitter.subscribe((event) => received.push(`2 ${event}`));
    emitter.emit('a');
    expect(received).toEqual(['1 a', '2 a']);
  });

  it('reports what a listener throws as an uncaught error of the page, each time, and calls the others', () => {
    const reportError = vi.fn();
    vi.stubGlobal('reportError', reportError);
    const error = new Error('a bug of the host');
    const listener = vi.fn();
    const emitter = new Emitter<string>();
    emitter.subscribe(() => {
      throw error;
    });
    emitter.subscribe(listener);
    emitter.emit('a');
    emitter.emit('b');
    expect(listener.mock.calls).toEqual([['a'], ['b']]);
    expect(reportError.mock.calls).toEqual([[error], [error]]);
  });

  it('warns once of what a listener throws where errors cannot be reported', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const listener = vi.fn();
    const emitter = new Emitter<string>();
    emitter.subscribe(() => {
      throw new Error('another bug of the host');
    });
    emitter.subscribe(listener);
    emitter.emit('a');
    emitter.emit('b');
    expect(listener.mock.calls).toEqual([['a'], ['b']]);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toContain('another bug of the host');
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
