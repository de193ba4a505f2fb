import { NotificationStore } from './notifications/notification-store.js';
import { createSessionWith, type Session, type SessionOptions } from './session.js';

/**
 * Creates a session. It sends nothing until something subscribes to one of its stores, or loads or saves.
 *
 * @throws RequestError if `baseUrl` or `getToken` is invalid
 * @example
 * const session = createSession({ baseUrl: '/notifications/v1/inbox', getToken, source: pollingSource('/list') });
 * document.querySelector('nudge-bell').session = session;
 */
export function createSession(options: SessionOptions): Session {
  return createSessionWith(options, (storeOptions) => new NotificationStore(storeOptions));
}
