import { createSession, type NotificationSource, type Session } from '../../src/client.js';
import { createSandbox } from '../../src/sandbox.js';

export interface TestSession {
  session: Session;
  /** How often the source's first page was loaded. */
  loads: () => number;
  /** How often the source is subscribed to now. */
  subscriptions: () => number;
}

/** A session with these notifications in its source, of which the first is unread. */
export function createTestSession(...ids: string[]): TestSession {
  const { baseUrl, fetch, issueToken } = createSandbox();
  let loads = 0;
  let subscriptions = 0;
  const source: NotificationSource = {
    load: () => {
      loads += 1;
      return Promise.resolve({ references: ids.map((id, index) => ({ id, isRead: index > 0 })) });
    },
    subscribe: () => {
      subscriptions += 1;
      return () => {
        subscriptions -= 1;
      };
    },
  };
  const session = createSession({
    baseUrl,
    fetch,
    getToken: () => issueToken(),
    source,
    groups: [{ id: 'orders', name: 'Orders' }],
  });
  return { session, loads: () => loads, subscriptions: () => subscriptions };
}
