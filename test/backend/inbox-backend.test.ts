import { describe, expect, it, vi } from 'vitest';
import { createBackend } from './backend-support.js';

describe('Creating a backend', () => {
  it('does nothing that a Worker may not do outside of a request', () => {
    const refuse = (): never => {
      throw new Error('Disallowed operation called within global scope.');
    };
    for (const name of ['AbortController', 'setTimeout', 'setInterval', 'fetch']) vi.stubGlobal(name, refuse);
    vi.spyOn(Math, 'random').mockImplementation(refuse);
    expect(() => createBackend()).not.toThrow();
  });
});
