import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Creates two sandboxes in a page with this URL, or without a page, and returns the warnings. */
async function warningsAt(url: string | null): Promise<unknown[]> {
  if (url !== null) {
    vi.stubGlobal('document', {});
    vi.stubGlobal('location', new URL(url));
  }
  const { createSandbox } = await import('../../src/sandbox.js');
  createSandbox({ seed: 'empty' });
  createSandbox({ seed: 'empty' });
  return vi.mocked(console.warn).mock.calls.map(([message]: unknown[]) => message);
}

describe('createSandbox()', () => {
  it.each([
    ['https://shop.example/'],
    ['https://localhost.example/'],
    ['https://mytest/'],
    ['https://127.0.0.1.example/'],
  ])('warns once in a page at %s that its notifications are made up', async (url) => {
    expect(await warningsAt(url)).toEqual([
      `[nudge-inbox] ${new URL(url).hostname} uses the sandbox: its notifications are made up and nothing is saved. It is for demos and tests only.`,
    ]);
  });

  it.each([
    ['http://localhost:5173/'],
    ['https://shop.localhost/'],
    ['http://127.8.8.8:80/'],
    ['http://[::1]:8080/'],
    ['https://shop.test/'],
    ['file:///tmp/page.html'],
  ])('does not warn in a page at %s', async (url) => {
    expect(await warningsAt(url)).toEqual([]);
  });

  it('does not warn outside a page', async () => {
    expect(await warningsAt(null)).toEqual([]);
  });
});
