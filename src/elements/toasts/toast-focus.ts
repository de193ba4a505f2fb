import type { LitElement, ReactiveController } from 'lit';
import { findFocused } from '../base/find-focused.js';

/** The key that moves the focus to the toasts and back, as it moves between the parts of a window elsewhere. */
export const focusKey = 'F6';

export interface ToastFocusOptions {
  /** The rows of the toasts, the newest one first. */
  getRows: () => HTMLElement[];
  /** Whether the focus can get there: nothing covers the page. */
  canFocus: () => boolean;
}

/** The way of the focus to the toasts and back to where the customer was. */
export class ToastFocus implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: ToastFocusOptions;
  /** Where the focus was before it came to the toasts. */
  #origin: Element | null = null;
  /** The row with the focus before an update, and its place. */
  #row: HTMLElement | undefined;
  #index = 0;
  #listeners: AbortController | undefined;

  constructor(host: LitElement, options: ToastFocusOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    const { signal } = (this.#listeners = new AbortController());
    document.addEventListener('keydown', (event) => this.#handleKeydown(event), { signal });
  }

  hostDisconnected(): void {
    this.#listeners?.abort();
    this.#origin = null;
  }

  hostUpdate(): void {
    const rows = this.#host.hasUpdated ? this.#options.getRows() : [];
    this.#index = rows.findIndex((row) => row.matches(':focus-within'));
    this.#row = rows[this.#index];
  }

  hostUpdated(): void {
    if (!this.#row || (this.#row.isConnected && !this.#row.inert)) return;
    const rows = this.#options.getRows();
    const next = rows[Math.min(this.#index, rows.length - 1)];
    if (next) next.focus();
    else this.#return();
  }

  /** Notes where the focus comes from. */
  handleFocusIn({ relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Element) || this.#host.contains(relatedTarget)) return;
    if (!this.#host.renderRoot.contains(relatedTarget)) this.#origin = relatedTarget;
  }

  focusNewest(): void {
    this.#options.getRows()[0]?.focus();
  }

  #return(): void {
    if (this.#origin instanceof HTMLElement && this.#origin.isConnected) this.#origin.focus();
    this.#origin = null;
  }

  #handleKeydown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
    if (key !== focusKey || ctrlKey || metaKey || shiftKey || altKey || defaultPrevented) return;
    if (this.#options.getRows().length === 0 || !this.#options.canFocus()) return;
    event.preventDefault();
    if (this.#host.renderRoot.querySelector('.stack')?.matches(':focus-within')) {
      this.#return();
      return;
    }
    const origin = findFocused();
    this.focusNewest();
    this.#origin = origin;
  }
}
