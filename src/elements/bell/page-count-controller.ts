import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface PageCount {
  /** Prefix for the title of the page; empty for none. */
  title: string;
  /** Number for the app icon, or a dot without one; null to leave the icon unchanged. */
  badge: number | 'dot' | null;
}

/** The counts of all bells. A page has only one title and one icon, so the first bell with a count wins. */
const counts = new Map<PageCountController, PageCount>();
/** The number on the app icon now. */
let shownBadge: PageCount['badge'] = null;
/** The prefix that the title has now. */
let shownPrefix = '';
let observer: MutationObserver | undefined;

function updateTitle(): void {
  const count = [...counts.values()].find(({ title }) => title)?.title;
  // The browser trims the title, so on a page without one the prefix has lost its space.
  const current = `${document.title} `;
  const title = current.slice(current.startsWith(shownPrefix) ? shownPrefix.length : 0);
  shownPrefix = count ? `(${count}) ` : '';
  const next = (shownPrefix + title).trim();
  if (document.title !== next) document.title = next;
  if (!count) {
    observer?.disconnect();
    observer = undefined;
  } else if (!observer) {
    // Routers set a title for each view.
    observer = new MutationObserver(updateTitle);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
  }
}

function updateBadge(): void {
  const count = [...counts.values()].find((candidate) => candidate.badge !== null)?.badge ?? null;
  if (count === shownBadge || !('setAppBadge' in navigator)) return;
  shownBadge = count;
  // Zero clears the badge. The call rejects where the page is not an installed app.
  navigator.setAppBadge(count === 'dot' ? undefined : (count ?? 0)).catch(() => undefined);
}

/** Shows a count in the title of the page and on the app icon while its host is connected. */
export class PageCountController implements ReactiveController {
  readonly #host: Element;
  readonly #getCount: () => PageCount;

  constructor(host: ReactiveControllerHost & Element, getCount: () => PageCount) {
    this.#host = host;
    this.#getCount = getCount;
    host.addController(this);
  }

  hostUpdated(): void {
    // An update may run after the host was detached.
    if (this.#host.isConnected) counts.set(this, this.#getCount());
    updateTitle();
    updateBadge();
  }

  hostDisconnected(): void {
    counts.delete(this);
    updateTitle();
    updateBadge();
  }
}
