/** The state of a session as stores of Svelte 5, for an interface of your own. Contains no element and no Lit. */
import { createSubscriber } from 'svelte/reactivity';
import type { NotificationState } from '../session/notifications/state/notification-state.js';
import type { PreferenceState } from '../session/preferences/preference-state.js';
import {
  connectNotifications,
  connectPreferences,
  connectUnreadCount,
  type Connect,
  type OptionalSession,
} from './connect.js';

export type { OptionalSession };

/** A value that changes: read `current` where runes are tracked, or use the object as a store, with `$`. */
export interface SessionValue<Value> {
  /** The value at this moment. An effect, a `$derived` or a template that reads it runs again when it changes. */
  readonly current: Value;
  /** Calls the function at once and after each change, as every store of Svelte, until the returned function is called. */
  subscribe(run: (value: Value) => void): () => void;
}

function useConnection<Value>(connect: Connect<Value>, session: OptionalSession): SessionValue<Value> {
  // A component subscribes to its stores on a server, too, which must not start a session.
  const { get, subscribe } = connect('document' in globalThis ? session : null);
  const track = createSubscriber(subscribe);
  return {
    get current() {
      track();
      return get();
    },
    subscribe: (run) => {
      run(get());
      return subscribe(() => run(get()));
    },
  };
}

/**
 * The customer's notifications. Who reads them in a component starts the session: it loads the source, and the records that
 * the unread count needs; `session.notifications.setVisible()` loads those on the screen.
 *
 * @param session Without one, the list is empty. If it changes: `$derived(useNotifications(session))`.
 * @example
 * const notifications = useNotifications(session);
 */
export function useNotifications(session: OptionalSession): SessionValue<NotificationState> {
  return useConnection(connectNotifications, session);
}

/**
 * How many notifications are unread, as far as is known: 0 without a session. Who reads it in a component starts the
 * session, as with {@link useNotifications}.
 */
export function useUnreadCount(session: OptionalSession): SessionValue<number> {
  return useConnection(connectUnreadCount, session);
}

/**
 * The groups of notifications that the customer may switch on and off; none without a session. Save a choice with
 * `session.preferences.set()`.
 */
export function usePreferences(session: OptionalSession): SessionValue<PreferenceState> {
  return useConnection(connectPreferences, session);
}
