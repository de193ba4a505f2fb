import type { LitElement, ReactiveController } from 'lit';
import { createRef, type Ref } from 'lit/directives/ref.js';
import { closeDialog, showModal } from '../base/platform.js';
import { whenUnusable } from '../base/usable.js';

/**
 * Shows a modal dialog while it is open. Its element renders the dialog then, with `ref(modal.dialog)`, `@close` and `@click`,
 * and nothing else while it is closed.
 */
export class Modal implements ReactiveController {
  readonly dialog: Ref<HTMLDialogElement> = createRef();
  readonly #element: LitElement;
  readonly #onShow: (dialog: HTMLDialogElement) => void;
  /** Exists while it is open. */
  #showing: AbortController | undefined;

  /** @param onShow Runs when the dialog has appeared. */
  constructor(element: LitElement, onShow: (dialog: HTMLDialogElement) => void = () => undefined) {
    this.#element = element;
    this.#onShow = onShow;
    element.addController(this);
  }

  get isOpen(): boolean {
    return this.#showing !== undefined;
  }

  hostUpdated(): void {
    const dialog = this.dialog.value;
    if (!this.isOpen || !dialog?.isConnected || dialog.open) return;
    showModal(dialog);
    whenUnusable(dialog, () => this.close(), this.#showing?.signal);
    this.#onShow(dialog);
  }

  hostDisconnected(): void {
    this.close();
  }

  /** @param opener gets the focus back at the end. Safari does not focus a button that is clicked. */
  open(opener?: HTMLElement): void {
    // It may have gone while a permission was requested, and would show the dialog on its return.
    if (!this.#element.isConnected) return;
    opener?.focus();
    this.#showing ??= new AbortController();
    this.#element.requestUpdate();
  }

  close(): void {
    if (!this.isOpen) return;
    this.#showing?.abort();
    this.#showing = undefined;
    if (this.dialog.value) closeDialog(this.dialog.value);
    this.#element.requestUpdate();
  }

  /** The browser has closed the dialog. The event of a dialog that has opened again since comes late. */
  readonly handleClose = ({ target }: Event): void => {
    const dialog = this.dialog.value;
    if (dialog && target === dialog && !dialog.open) this.close();
  };

  /** Closes the dialog on a click beside its content. */
  readonly handleClick = ({ target }: Event): void => {
    if (target === this.dialog.value) this.close();
  };
}
