/** The state of a session as signals of Angular 19 and later, for an interface of your own. Contains no element and no Lit. */
import { effect, inject, NgZone, PLATFORM_ID, signal, untracked, type Signal } from '@angular/core';
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

/** A session, or a signal or another function that returns one. */
export type SessionInput = OptionalSession | (() => OptionalSession);

function injectConnection<Value>(connect: Connect<Value>, session: SessionInput): Signal<Value> {
  const value = signal(connect(null).get());
  const zone = inject(NgZone);
  // A server runs effects, too, and must not start a session.
  if (inject(PLATFORM_ID) !== 'server')
    effect((onCleanup) => {
      const { get, subscribe } = connect(typeof session === 'function' ? session() : session);
      // The session calls functions of the host, such as `getToken`, which may read signals.
      untracked(() => {
        const update = (): void => value.set(get());
        // Where there is a zone, the app would not become stable while a timer of the session runs in it.
        onCleanup(zone.runOutsideAngular(() => subscribe(update)));
        update();
      });
    });
  return value.asReadonly();
}

/**
 * The customer's notifications. They start the session: it loads the source, and the records that the unread count needs;
 * `session.notifications.setVisible()` loads those on the screen. Call it in an injection context, such as the initializer
 * of a field of a component; the session stops with the last component.
 *
 * @param session A session, or a signal that returns one. Without a session, the list is empty.
 * @example
 * readonly notifications = injectNotifications(session);
 */
export function injectNotifications(session: SessionInput): Signal<NotificationState> {
  return injectConnection(connectNotifications, session);
}

/**
 * How many notifications are unread, as far as is known: 0 without a session. It starts the session, as
 * {@link injectNotifications} does, and is called where that is.
 */
export function injectUnreadCount(session: SessionInput): Signal<number> {
  return injectConnection(connectUnreadCount, session);
}

/**
 * The groups of notifications that the customer may switch on and off; none without a session. Save a choice with
 * `session.preferences.set()`. It is called where {@link injectNotifications} is.
 */
export function injectPreferences(session: SessionInput): Signal<PreferenceState> {
  return injectConnection(connectPreferences, session);
}
