import type { ReactiveControllerHost } from 'lit';

/** The queries that all cards share, and the cards to update when a result changes. */
const hosts = new Set<ReactiveControllerHost>();
let queries: { hover: MediaQueryList; touch: MediaQueryList } | undefined;

const updateHosts = (): void => hosts.forEach((host) => host.requestUpdate());

function createQueries(): { hover: MediaQueryList; touch: MediaQueryList } {
  const created = {
    hover: matchMedia('(hover: hover)'),
    // Some laptops also have a touch screen.
    touch: matchMedia('(hover: none), (any-pointer: coarse)'),
  };
  created.hover.addEventListener('change', updateHosts);
  created.touch.addEventListener('change', updateHosts);
  return created;
}

/** With which pointers the customer may use a card: one of them at least, on some devices either. */
export function getPointers(): { canHover: boolean; canTouch: boolean } {
  queries ??= createQueries();
  return { canHover: queries.hover.matches, canTouch: queries.touch.matches };
}

/** Updates the host when the customer connects or disconnects a pointer. */
export function observePointers(host: ReactiveControllerHost): void {
  hosts.add(host);
}

export function unobservePointers(host: ReactiveControllerHost): void {
  hosts.delete(host);
  if (hosts.size > 0) return;
  queries?.hover.removeEventListener('change', updateHosts);
  queries?.touch.removeEventListener('change', updateHosts);
  queries = undefined;
}
