import { NudgeError } from '../../api/errors.js';
import { warnOnce } from '../../common/warn.js';
import type { NotificationStoreEvent } from '../../session/notifications/state/notification-state.js';
import type { PreferenceStoreEvent } from '../../session/preferences/preference-state.js';
import type { Session } from '../../session/session.js';
import { emit } from './events.js';
import type { SessionHost } from './session/session-settings.js';

export type SessionEvent = NotificationStoreEvent | PreferenceStoreEvent;

// Elements with the same session share these, so that one of them dispatches each event.
/** The ids for which a session's event was dispatched. */
const dispatchedIds = new WeakMap<object, Set<string>>();
/** The unread count that was dispatched last. */
const dispatchedCounts = new WeakMap<Session, string>();
/** The element that the customer used last. */
const lastUsed = new WeakMap<Session, SessionHost>();

/** Returns those ids for which no element has dispatched the event yet. The key identifies the event. */
function takeUndispatched(key: object, ids: readonly string[]): string[] {
  const dispatched = dispatchedIds.get(key) ?? new Set();
  dispatchedIds.set(key, dispatched);
  return ids.filter((id) => !dispatched.has(id) && dispatched.add(id));
}

/**
 * The public events of an element. Of the elements with the same session, one dispatches each event: the one that the
 * customer used last, or else the first. Arrivals and the unread count do not follow from what the customer does, and are
 * always left to the first.
 */
export class PublicEvents {
  readonly #host: SessionHost;
  #session: Session | undefined;
  #reportedCount = '0 0 true';

  constructor(host: SessionHost) {
    this.#host = host;
    const handleUse = (): void => {
      if (this.#session && !host.isEmbedded) lastUsed.set(this.#session, host);
    };
    for (const type of ['click', 'keydown']) host.addEventListener(type, handleUse, true);
  }

  /** The session of the events from now on. */
  set session(session: Session | undefined) {
    const before = this.#session;
    if (before) {
      if (lastUsed.get(before) === this.#host) lastUsed.delete(before);
      // An element that shows the session later, when no other one does, dispatches its count anew.
      dispatchedCounts.delete(before);
    }
    this.#session = session;
  }

  /**
   * Has one of the elements dispatch an event of the session.
   *
   * @param whole The event of which it may be a part.
   */
  handle(event: SessionEvent, whole: SessionEvent): void {
    const host = this.#host;
    if (host.isEmbedded || !this.#session) return;
    // Several changes before the next rendering are one event.
    if (event.type === 'change') void host.updateComplete.then(() => this.#dispatchUnreadCount());
    else if (event.type === 'arrival' || (lastUsed.get(this.#session) ?? host) === host)
      this.dispatch(event, whole);
    else queueMicrotask(() => this.dispatch(event, whole));
  }

  /** Dispatches what no other element has dispatched of an event of the session, of which it may be a part. */
  dispatch(event: SessionEvent, whole: SessionEvent = event): void {
    const host = this.#host;
    // Who loads a notification itself has received its error already.
    const key = event.type === 'error' && event.error instanceof NudgeError ? event.error : whole;
    const ids = takeUndispatched(key, 'ids' in event ? event.ids : ['']);
    if (ids.length === 0) return;
    switch (event.type) {
      case 'arrival':
        emit(host, 'nudge-arrival', { ids });
        break;
      case 'read-change':
        emit(host, 'nudge-read-change', { ids, isRead: event.isRead });
        break;
      case 'seen-change':
        emit(host, 'nudge-seen-change', { ids });
        break;
      case 'dismiss-change':
        emit(host, 'nudge-dismiss-change', { ids, isDismissed: event.isDismissed });
        break;
      case 'answer-change':
        emit(host, 'nudge-answer-change', { ids, answer: event.answer, from: event.from });
        break;
      case 'saved': {
        const { groupId, isGroupNotificationOff } = event;
        emit(host, 'nudge-preference-change', { groupId, isGroupNotificationOff });
        break;
      }
      case 'error': {
        const { error, operation } = event;
        emit(host, 'nudge-error', { error, operation });
        // The browser itself logs failed requests to the service, but not what the host's source throws.
        if (operation !== 'load' && operation !== 'set-preference')
          warnOnce(`The source failed: ${String(error)}`);
      }
    }
  }

  #dispatchUnreadCount(): void {
    const session = this.#session;
    // In the back/forward cache nobody has read anything.
    if (!session || session.notifications.isReturning) return;
    const { state } = session.notifications;
    const { unreadCount: count, unseenCount, isUnreadCountComplete: isComplete } = state;
    const reported = `${count} ${unseenCount} ${isComplete}`;
    if (reported === this.#reportedCount) return;
    this.#reportedCount = reported;
    if (dispatchedCounts.get(session) === reported) return;
    dispatchedCounts.set(session, reported);
    emit(this.#host, 'nudge-unread-count-change', { count, unseenCount, isComplete });
  }
}
