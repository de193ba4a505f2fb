import {
  emptyNotifications,
  type NotificationState,
} from '../session/notifications/state/notification-state.js';
import { emptyPreferences, type PreferenceState } from '../session/preferences/preference-state.js';
import type { Session } from '../session/session.js';

/** A session; null or undefined while nobody is signed in. */
export type OptionalSession = Session | null | undefined;

/** A value of a session that changes, as the frameworks need it. */
export interface Connection<Value> {
  /** Returns the value at this moment: the same object until it changes. */
  get(): Value;
  /**
   * Calls the listener after each change of the value, and not at once, until the returned function is called. The first
   * subscriber of a store starts it.
   */
  subscribe(onChange: () => void): () => void;
}

/** Connects to a session. Without one, the value is that of an empty session. */
export type Connect<Value> = (session: OptionalSession) => Connection<Value>;

const noNotifications: NotificationState = {
  ...emptyNotifications,
  status: 'idle',
  isUnreadCountComplete: false,
  isUnseenCountComplete: false,
};

/** Connects to a part of what a store publishes. */
function connectStore<Value>(
  get: () => Value,
  subscribe: (listener: () => void) => (() => void) | undefined,
): Connection<Value> {
  return {
    get,
    subscribe: (onChange) => {
      let last = get();
      const unsubscribe = subscribe(() => {
        const value = get();
        if (value === last) return;
        last = value;
        onChange();
      });
      return () => unsubscribe?.();
    },
  };
}

/** The state of the notification store. */
export const connectNotifications: Connect<NotificationState> = (session) => {
  const store = session?.notifications;
  return connectStore(
    () => store?.state ?? noNotifications,
    (listener) => store?.subscribe(listener),
  );
};

/** How many are unread. Its subscribers are not called while that number stays the same. */
export const connectUnreadCount: Connect<number> = (session) => {
  const { get, subscribe } = connectNotifications(session);
  return connectStore(() => get().unreadCount, subscribe);
};

/** The state of the preference store. Its groups are loaded once it has a subscriber. */
export const connectPreferences: Connect<PreferenceState> = (session) => {
  const store = session?.preferences;
  return connectStore(
    () => store?.state ?? emptyPreferences,
    (listener) => {
      const unsubscribe = store?.subscribe(listener);
      store?.loadGroups();
      return unsubscribe;
    },
  );
};
