// session.test.ts
import { createSession } from '../../src/client.js';
import { createSandbox } from '../../src/sandbox.js';
import { expect, test, vi } from 'vitest';

test('what is unread is counted', async () => {
  const sandbox = createSandbox({ seed: 'empty' });
  const { id } = sandbox.addNotification({ payload: { title: 'Hello' } });
  const { notifications } = createSession({
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(),
    ids: [id],
  });
  // A session loads while something is subscribed.
  const unsubscribe = notifications.subscribe(() => undefined);
  await vi.waitUntil(() => notifications.state.unreadCount === 1, { timeout: 10_000 });
  unsubscribe();
  expect(sandbox.requests).toHaveLength(1);
});
