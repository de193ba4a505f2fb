import { warnOnce } from '../inbox/warn.js';
import { createSession, type Session, type SessionOptions } from '../inbox/session.js';

export interface MountOptions extends SessionOptions {
  /** Which element to mount. Default: `nudge-bell`. */
  element?: 'nudge-bell' | 'nudge-inbox';
}

export interface Mounted {
  element: HTMLElementTagNameMap['nudge-bell' | 'nudge-inbox'];
  /** Undefined where the options could not be used; the console says why. */
  session: Session | undefined;
  /** Takes the element away and ends the session. */
  unmount: () => void;
}

/** Calls with the element, or the first that the selector finds, now or once the page is parsed. */
function whenFound(target: string | Element, found: (place: Element) => void): void {
  const place = typeof target === 'string' ? document.querySelector(target) : target;
  if (place) found(place);
  else if (document.readyState !== 'loading')
    warnOnce(`mount found no element for ${JSON.stringify(target)}.`);
  else document.addEventListener('DOMContentLoaded', () => whenFound(target, found), { once: true });
}

function trySession(options: SessionOptions): Session | undefined {
  try {
    return createSession(options);
  } catch (error) {
    warnOnce(`mount shows nothing: ${String(error)}`);
    return undefined;
  }
}

/**
 * Puts a bell, or an inbox, into an element of the page. Options that cannot be used give an empty one and a
 * warning on the console: a mistake of ours must not break the page around.
 *
 * @param target The element to put it into, or a selector of it. It may still be on its way while the page loads.
 */
export function mount(target: string | Element, options: MountOptions): Mounted {
  const { element: tag = 'nudge-bell', ...sessionOptions } = options;
  const session = trySession(sessionOptions);
  const element = document.createElement(tag);
  element.session = session;
  let isMounted = true;
  whenFound(target, (place) => {
    if (isMounted) place.append(element);
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
