import type { LitElement } from 'lit';
import { RequestError } from '../api/errors.js';
import { warnOnce } from '../common/warn.js';
import { firstIds } from '../session/notifications/state/notification-item.js';
import { createSession, type Session } from '../session/session.js';
import type { SessionOptions } from '../session/session-options.js';
import type { FirstPage } from '../session/sources/source.js';
import type { SessionEvent } from './base/public-events.js';
import { findFirstPage } from './base/session/session-settings.js';
import { sessionHosts } from './base/session/session-controller.js';
import { loadPanel } from './bell/load-panel.js';

export interface MountOptions extends Omit<SessionOptions, 'firstPage'> {
  /** Which element to mount. Default: `nudge-bell`. */
  element?: 'nudge-bell' | 'nudge-inbox' | 'nudge-preferences';
  /** The first page of the list, which came with the HTML: as data, or the id of a data block. */
  firstPage?: FirstPage | string | null | undefined;
}

export interface Mounted {
  element: HTMLElementTagNameMap[NonNullable<MountOptions['element']>];
  /** Undefined where the options could not be used; the console says why. */
  session: Session | undefined;
  /** Takes the element away and ends the session. */
  unmount: () => void;
}

const tags = ['nudge-bell', 'nudge-inbox', 'nudge-preferences'] as const;

function parseTag(wanted: MountOptions['element']): (typeof tags)[number] {
  const tag = tags.find((known) => known === wanted);
  if (!tag && wanted) warnOnce(`mount cannot use element ${wanted}: it uses ${tags[0]}.`);
  return tag ?? tags[0];
}

function find(target: string | Element): unknown {
  try {
    return typeof target === 'string' ? document.querySelector(target) : target;
  } catch {
    return null;
  }
}

/** Calls with the element, or the first that the selector finds, now or once the page is parsed. */
function whenFound(target: string | Element, found: (place: Element) => void): void {
  const place = find(target);
  if (place instanceof Element) found(place);
  else if (document.readyState !== 'loading')
    warnOnce(`mount found no element for ${typeof target === 'string' ? target : typeof target}.`);
  else document.addEventListener('DOMContentLoaded', () => whenFound(target, found), { once: true });
}

/** Settings that cannot be used are left to the element, which says what is wrong with those that it has. */
function trySession(options: SessionOptions): Session | undefined {
  try {
    return createSession(options);
  } catch (error) {
    const field = error instanceof RequestError ? error.field : '';
    if (field === 'timeout' || field === 'retries') warnOnce(`mount leaves out an option: ${String(error)}`);
    return undefined;
  }
}

/** Sends the first requests while the code of the element is on its way. The element then dispatches what it missed. */
async function startWhileLoading(
  session: Session,
  element: LitElement,
  loading: Promise<unknown>,
): Promise<void> {
  const { notifications } = session;
  const setVisible = (ids: readonly string[]): void => notifications.setVisible(ids, { list: element });
  const missed: SessionEvent[] = [];
  const unsubscribe = notifications.subscribe((event) => {
    missed.push(event);
    // Once for all changes of a task: the state of a long list takes a while to compute.
    if (event.type === 'change') queueMicrotask(() => setVisible(firstIds(notifications.state.items)));
  });
  await loading;
  await element.updateComplete;
  unsubscribe();
  // After the last change, which may have been in this task.
  queueMicrotask(() => setVisible([]));
  for (const event of missed) sessionHosts.get(element)?.dispatch(event);
}

/**
 * Puts a bell, or an inbox, into an element of the page. Options that cannot be used give an empty one and a
 * warning on the console: a mistake of ours must not break the page around.
 *
 * @param target The element to put it into, or a selector of it. It may still be on its way while the page loads.
 */
export function mount(target: string | Element, options: MountOptions): Mounted {
  const { element: wanted, firstPage: given, ...others } = { ...options };
  const tag = parseTag(wanted);
  const firstPage = findFirstPage(given);
  const sessionOptions = { ...others, firstPage };
  const loading = tag === 'nudge-bell' ? null : loadPanel();
  const session = trySession(sessionOptions);
  const element = document.createElement(tag);
  Object.assign(element, session ? { session } : sessionOptions);
  if (
    session &&
    tag !== 'nudge-preferences' &&
    !sessionOptions.ids &&
    !sessionOptions.source &&
    !sessionOptions.backendUrl
  ) {
    warnOnce('mount has neither ids nor a source.');
  }
  let isMounted = true;
  whenFound(target, (place) => {
    if (!isMounted) return;
    place.append(element);
    // What came with the HTML needs no request before the element is there.
    if (session && loading && tag === 'nudge-inbox' && !firstPage)
      void startWhileLoading(session, element, loading);
  });
  return {
    element,
    session,
    unmount: () => {
      isMounted = false;
      element.remove();
      session?.close();
    },
  };
}
