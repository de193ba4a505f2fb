import { ConnectionError } from '../api/errors.js';
import { lazy } from '../common/lazy.js';

/**
 * Loads the class that knows the notifications of a session on demand, so that the bell renders before it has arrived.
 *
 * @throws ConnectionError if the code does not load; the next call tries again.
 */
export const loadNotificationStore = lazy(() =>
  // Not `const { NotificationStore } = await import(…)`: Vite 6 breaks that if the bundler adds a `then()` to it.
  import('./notifications/notification-store.js').then(
    ({ NotificationStore }) => NotificationStore,
    (cause: unknown) => {
      throw new ConnectionError('The code of the notifications could not be loaded.', null, { cause });
    },
  ),
);
