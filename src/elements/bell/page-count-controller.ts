import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface PageCount {
  /** What to put before the title of the page; empty for nothing. */
  title: string;
  /** The number on the app's icon; null to leave the icon alone. */
  badge: number | null;
}

/** What each bell wishes. A page has but one title and one icon: they follow the first that wishes for them. */
const wishes = new Map<PageCountController, PageCount>();
let badge: number | null = null;
/** What was put before the page's own title. */
let prefix = '';
let observer: MutationObserver | undefined;

function showTitle(): void {
  const count = [...wishes.values()].find(({ title }) => title)?.title;
  // A page without a title: the browser takes spaces off the end.
  const shown = `${document.title} `;
  const title = shown.slice(shown.startsWith(prefix) ? prefix.length : 0);
  prefix = count ? `(${count}) ` : '';
  const wanted = (prefix + title).trim();
  if (document.title !== wanted) document.title = wanted;
  if (!count) {
    observer?.disconnect();
    observer = undefined;
  } else if (!observer) {
    // Routers give each view a title of its own.
    observer = new MutationObserver(showTitle);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
  }
}

function showBadge(): void {
  const count = [...wishes.values()].find((wish) => wish.badge !== null)?.badge ?? null;
  if (count === badge || !('setAppBadge' in navigator)) return;
  badge = count;
  // Zero takes it away. It is refused where the page is no installed app.
  navigator.setAppBadge(count ?? 0).catch(() => undefined);
}

/** Shows a count in the title of the page and on the icon of the app, and takes both away again. */
export class PageCountController implements ReactiveController {
  readonly #host: Element;
  readonly #count: () => PageCount;

  constructor(host: ReactiveControllerHost & Element, count: () => PageCount) {
    this.#host = host;
    this.#count = count;
    host.addController(this);
  }

  hostUpdated(): void {
    // An update may come after the host has left.
    if (this.#host.isConnected) wishes.set(this, this.#count());
    showTitle();
    showBadge();
  }

  hostDisconnected(): void {
    wishes.delete(this);
    showTitle();
    showBadge();
  }
}
