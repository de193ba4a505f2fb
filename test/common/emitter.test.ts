import { afterEach, expect, it, vi } from 'vitest';
import { Emitter } from '../../src/common/emitter.js';

afterEach(() => void vi.restoreAllMocks());

it('tells all, in the order in which they subscribed', () => {
  const heard: string[] = [];
  const emitter = new Emitter<string>();
  emitter.subscribe((event) => heard.push(`1 ${event}`));
  emitter.subscribe((event) => heard.push(`2 ${event}`));
  emitter.emit('a');
  expect(heard).toEqual(['1 a', '2 a']);
});

it('goes on after a listener that throws, and says so once', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const hear = vi.fn();
  const emitter = new Emitter<string>();
  emitter.subscribe(() => {
    throw new Error('a bug of the host');
  });
  emitter.subscribe(hear);
  emitter.emit('a');
  emitter.emit('b');
  expect(hear.mock.calls).toEqual([['a'], ['b']]);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls[0]?.[0]).toContain('a bug of the host');
});

it('takes the same function twice for two', () => {
  const hear = vi.fn();
  const emitter = new Emitter<string>();
  const unsubscribe = emitter.subscribe(hear);
  emitter.subscribe(hear);
  unsubscribe();
  unsubscribe();
  expect(emitter.size).toBe(1);
  emitter.emit('a');
  expect(hear).toHaveBeenCalledTimes(1);
});

it('lets one unsubscribe while it is told', () => {
  const emitter = new Emitter<string>();
  const hear = vi.fn();
  const unsubscribe = emitter.subscribe(() => unsubscribe());
  emitter.subscribe(hear);
  emitter.emit('a');
  expect(hear).toHaveBeenCalledTimes(1);
  expect(emitter.size).toBe(1);
});
