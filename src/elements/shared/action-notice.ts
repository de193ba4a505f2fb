import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { isFromField } from '../base/keys.js';
import { isRendered } from '../base/platform.js';
import { isInUse } from '../base/usable.js';

/** How long the notice is shown; it stays while the pointer or the focus is on it. */
const durationMs = 20_000;

/** An act that may be one of a series. */
export interface UndoableAct {
  /** Acts of the same kind in a row are undone together. */
  kind: string;
  /** What it was done to. */
  ids: readonly string[];
  /** What the notice says. `count`: how many ids the series has. */
  toText: (count: number) => string;
  undo: (ids: readonly string[]) => void;
}

interface Notice {
  text: string;
  /** What the button does, if there is one. */
  run: (() => void) | null;
  /** The label of a button that does something other than undo. */
  label: string;
  series: Pick<UndoableAct, 'kind' | 'ids'> | null;
}

/** A line that says what was done, with a button to undo it, which Ctrl+Z or Cmd+Z does as well. */
export class ActionNotice implements ReactiveController {
  readonly #host: LitElement;
  #notice: Notice | null = null;
  /** What happened while nobody could notice it, as in a panel that is closed. */
  #waiting: Notice | null = null;
  #isOdd = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
    host.addEventListener('keydown', (event) => this.#handleKeydown(event));
  }

  hostUpdated(): void {
    const waiting = this.#waiting;
    // Not within the update, which it would make run again.
    if (waiting) queueMicrotask(() => waiting === this.#waiting && this.#show(waiting));
  }

  hostDisconnected(): void {
    this.hide();
  }

  /**
   * Replaces the notice before, which can no longer be undone.
   *
   * @param label the label of the button, if it does something other than undo
   */
  show(text: string, run: (() => void) | null = null, label = ''): void {
    this.#show({ text, run, label, series: null });
  }

  /** Says what was done, and before it in the same series, which is undone as a whole. */
  showAct({ kind, ids, toText, undo }: UndoableAct): void {
    const series = this.#notice?.series;
    const all = series?.kind === kind ? [...series.ids, ...ids] : ids;
    this.#show({ text: toText(all.length), run: () => undo(all), label: '', series: { kind, ids: all } });
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#notice = null;
    this.#waiting = null;
    this.#host.requestUpdate();
  }

  /** The live region is always rendered: only what changes in an existing one is announced. */
  render(undoLabel: string): TemplateResult {
    const line = this.#notice ? this.#renderNotice(this.#notice, undoLabel) : nothing;
    // Two places in turn: a text that replaces an equal one would not be announced.
    return html`<div class="undo-place" role="status">
      ${this.#isOdd ? line : nothing}${this.#isOdd ? nothing : line}
    </div>`;
  }

  #renderNotice({ text, run, label }: Notice, undoLabel: string): TemplateResult {
    return html`<div class="undo" part="undo">
      <span>${text}</span>
      ${
        run &&
        html`<button class="link-button" type="button" @click=${() => this.#run()}>
          ${label || undoLabel}
        </button>`
      }
    </div>`;
  }

  #show(notice: Notice): void {
    this.#waiting = notice;
    if (!isRendered(this.#host.renderRoot.querySelector('.undo-place'))) return;
    this.#waiting = null;
    this.#notice = notice;
    this.#isOdd = !this.#isOdd;
    this.#host.requestUpdate();
    this.#startTimer();
  }

  get #line(): Element | null {
    return this.#host.renderRoot.querySelector('.undo');
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (isInUse(this.#line)) this.#startTimer();
      else this.hide();
    }, durationMs);
  }

  #run(): void {
    const run = this.#notice?.run;
    // First, since what it does may show another notice.
    this.hide();
    run?.();
  }

  #handleKeydown(event: KeyboardEvent): void {
    const { key, code, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
    // On a keyboard without Latin letters, such as the Hebrew one, the place of the key counts.
    const isZ = key.toLowerCase() === 'z' || (code === 'KeyZ' && !/^[a-z]$/i.test(key));
    const isShortcut = isZ && (ctrlKey || metaKey) && !shiftKey && !altKey;
    if (!isShortcut || defaultPrevented || isFromField(event)) return;
    // Not what another view of the panel hides.
    if (!this.#notice?.run || this.#notice.label || !isRendered(this.#line)) return;
    event.preventDefault();
    this.#run();
  }
}
