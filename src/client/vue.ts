/** The state of a session as composables of Vue 3.3 and later, for an interface of your own. Contains no element and no Lit. */
import { shallowReadonly, shallowRef, toValue, watch, watchPostEffect } from 'vue';
import type { MaybeRefOrGetter, ShallowRef } from 'vue';
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

function useConnection<Value>(
  connect: Connect<Value>,
  session: MaybeRefOrGetter<OptionalSession>,
): Readonly<ShallowRef<Value>> {
  const connection = shallowRef(connect(null));
  const value = shallowRef(connection.value.get());
  // Not on a server, and in the browser once Vue has taken over what a server rendered.
  watchPostEffect(() => {
    connection.value = connect(toValue(session));
  });
  // Apart from the above, so that what the session calls, such as `getToken`, does not add to its dependencies.
  watch(connection, ({ get, subscribe }, _, onCleanup) => {
    const update = (): void => {
      value.value = get();
    };
    onCleanup(subscribe(update));
    update();
  });
  return shallowReadonly(value);
}

/**
 * The customer's notifications. The component starts the session once it is mounted: it loads the source, and the records
 * that the unread count needs; `session.notifications.setVisible()` loads those on the screen.
 *
 * @param session A session, a ref or a getter. Without a session, the list is empty.
 * @example
 * const notifications = useNotifications(session);
 */
export function useNotifications(
  session: MaybeRefOrGetter<OptionalSession>,
): Readonly<ShallowRef<NotificationState>> {
  return useConnection(connectNotifications, session);
}

/**
 * How many notifications are unread, as far as is known: 0 without a session. The component starts the session, as with
 * {@link useNotifications}.
 */
export function useUnreadCount(session: MaybeRefOrGetter<OptionalSession>): Readonly<ShallowRef<number>> {
  return useConnection(connectUnreadCount, session);
}

/**
 * The groups of notifications that the customer may switch on and off; none without a session. Save a choice with
 * `session.preferences.set()`.
 */
export function usePreferences(
  session: MaybeRefOrGetter<OptionalSession>,
): Readonly<ShallowRef<PreferenceState>> {
  return useConnection(connectPreferences, session);
}
