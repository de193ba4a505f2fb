import type { ReactiveControllerHost } from 'lit';
import { queryMedia } from '../base/platform.js';

interface Pointers {
  canHover: boolean;
  canTouch: boolean;
}

const hoverQuery = '(hover: hover)';
/** Some laptops also have a touch screen. */
const touchQuery = '(hover: none), (any-pointer: coarse)';

/** The cards to update when a pointer is connected or disconnected. */
const hosts = new Set<ReactiveControllerHost>();
/** Read once for all cards, since a query takes time. */
let pointers: Pointers | undefined;
let listeners: AbortController | undefined;

function handleChange(): void {
  pointers = undefined;
  hosts.forEach((host) => host.requestUpdate());
}

/** With which pointers the customer may use a card: one of them at least, on some devices either. */
export function getPointers(): Pointers {
  if (pointers) return pointers;
  const [hover, touch] = [queryMedia(hoverQuery), queryMedia(touchQuery)];
  const current = { canHover: hover.matches, canTouch: touch.matches };
  // A removed card may render once more.
  if (hosts.size === 0) return current;
  listeners?.abort();
  listeners = new AbortController();
  const { signal } = listeners;
  for (const query of [hover, touch]) query.addEventListener('change', handleChange, { signal });
  return (pointers = current);
}

/** Updates the host when the customer connects or disconnects a pointer. */
export function observePointers(host: ReactiveControllerHost): void {
  hosts.add(host);
}

export function unobservePointers(host: ReactiveControllerHost): void {
  hosts.delete(host);
  if (hosts.size > 0) return;
  listeners?.abort();
  // An aborted signal keeps the stack of its reason in memory, and with it the card that was removed.
  listeners = undefined;
  pointers = undefined;
}
