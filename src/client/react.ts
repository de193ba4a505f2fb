'use client';
/** The state of a session as hooks of React 18 and 19, for an interface of your own. Contains no element and no Lit. */
import { useMemo, useSyncExternalStore } from 'react';
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

function useConnection<Value>(connect: Connect<Value>, session: OptionalSession): Value {
  const { get, subscribe } = useMemo(() => connect(session), [connect, session]);
  // What a server renders, and what React compares with it: no server starts a session.
  return useSyncExternalStore(subscribe, get, () => connect(null).get());
}

/**
 * The customer's notifications, with which the component renders again. The component starts the session: it loads the
 * source, and the records that the unread count needs; `session.notifications.setVisible()` loads those on the screen.
 *
 * @param session Without one, the list is empty. The component may be given another one at any time.
 * @example
 * const { items, hasMore } = useNotifications(session);
 */
export function useNotifications(session: OptionalSession): NotificationState {
  return useConnection(connectNotifications, session);
}

/**
 * How many notifications are unread, as far as is known: 0 without a session. The component renders again only when that
 * number changes. It starts the session, as {@link useNotifications} does.
 */
export function useUnreadCount(session: OptionalSession): number {
  return useConnection(connectUnreadCount, session);
}

/**
 * The groups of notifications that the customer may switch on and off; none without a session. Save a choice with
 * `session.preferences.set()`.
 */
export function usePreferences(session: OptionalSession): PreferenceState {
  return useConnection(connectPreferences, session);
}
