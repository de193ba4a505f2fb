import { describe, expect, it, vi } from 'vitest';
import { createInboxBackend } from '../../src/backend/inbox-backend.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { createBackend, errorOf } from './backend-support.js';
import { post } from './requests.js';

describe('The token', () => {
  it('is returned as plain text that nobody stores', async () => {
    const response = await createBackend().fetch(post('/token', {}));
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect([response.status, await response.text()]).toEqual([200, 'token of anna']);
  });

  it.each([null, undefined])('is 401 if the host has none: %s', async (token) => {
    const backend = createBackend({ serviceToken: () => token });
    expect(await errorOf(await backend.fetch(post('/token', {})))).toEqual([401, 'signed-out']);
  });

  it('is 503 if that of the host is no text, and the log says why', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const serviceToken = () => ({ token: 'secret' }) as never;
    const backend = createInboxBackend({ store: memoryStore(), authenticate: () => 'anna', serviceToken });
    expect((await backend.fetch(post('/token', {}))).status).toBe(503);
    expect(warn.mock.calls).toEqual([
      [
        '[nudge-inbox] The inbox backend failed: POST /token: TypeError: serviceToken() must return a string, or null.',
      ],
    ]);
  });
});
