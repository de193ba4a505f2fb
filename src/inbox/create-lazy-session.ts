import { createLazyNotifications } from './notifications/lazy-notifications.js';
import { createSessionWith, type Session, type SessionOptions } from './session.js';

/**
 * Creates a session whose notifications load their code on first use, so that a bell does not wait for it. Until then the list
 * is empty and loading.
 *
 * @throws RequestError if `baseUrl` or `getToken` is invalid
 */
export function createLazySession(options: SessionOptions): Session {
  return createSessionWith(options, createLazyNotifications);
}
