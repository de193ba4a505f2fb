import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface PageCount {
  /** What to put before the title of the page; empty for nothing. */
  title: string;
  /** The number on the app's icon; null to leave the icon alone. */
  badge: number | null;
}

/** Shows a count in the title of the page and on the icon of the app, and takes both away again. */
export class PageCountController implements ReactiveController {
  readonly #count: () => PageCount;
  #badge: number | null = null;
  /** What it has put before the page's own title. */
  #prefix = '';
  #observer: MutationObserver | undefined;

  constructor(host: ReactiveControllerHost, count: () => PageCount) {
    this.#count = count;
    host.addController(this);
  }

  hostUpdated(): void {
    const { title, badge } = this.#count();
    this.#showTitle(title);
    this.#showBadge(badge);
  }

  hostDisconnected(): void {
    this.#showTitle('');
    this.#showBadge(null);
  }

  #showTitle(count: string): void {
    // A page without a title: the browser takes spaces off the end.
    const shown = `${document.title} `;
    const title = shown.slice(shown.startsWith(this.#prefix) ? this.#prefix.length : 0);
    this.#prefix = count && `(${count}) `;
    const wanted = (this.#prefix + title).trim();
    if (document.title !== wanted) document.title = wanted;
    if (!count) {
      this.#observer?.disconnect();
      this.#observer = undefined;
    } else if (!this.#observer) {
      // Routers give each view a title of its own.
      this.#observer = new MutationObserver(() => this.#showTitle(this.#count().title));
      this.#observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    }
  }

  #showBadge(count: number | null): void {
    if (count === this.#badge || !('setAppBadge' in navigator)) return;
    this.#badge = count;
    // Zero takes it away. It is refused where the page is no installed app.
    navigator.setAppBadge(count ?? 0).catch(() => undefined);
  }
}
