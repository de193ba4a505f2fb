import { parseTime } from '../../common/dates.js';
import { Emitter } from '../../common/emitter.js';
import type { LitElement } from 'lit';
import { isGone, NudgeError, RequestError, SignedOutError } from '../../api/errors.js';
import type { Notifications } from '../../session/notifications/notification-store.js';
import { isRendered } from '../base/platform.js';
import { findFocused } from '../base/find-focused.js';
import type { FullPageLayout } from '../full-page/full-page-layout.js';
import type { InboxContext } from './inbox-context.js';
import type { PanelMenu } from './panel-menu.js';

export interface RevealElement extends LitElement {
  view: 'inbox' | 'preferences';
}

export interface RevealOptions {
  menu: PanelMenu;
  getFullPage: () => FullPageLayout | undefined;
}

/** Whether it is known what the list contains, or that it cannot be known. */
const isListed = (store: Notifications): boolean =>
  store.state.status === 'ready' || store.state.problem !== null || store.isClosed;

/** Finds one notification by its id, on the list or not, and shows it. */
export class Reveal {
  readonly #element: RevealElement;
  readonly #context: InboxContext;
  readonly #options: RevealOptions;
  /** Emits when something may be known that a call waits for, or nobody waits for it any more. */
  readonly #changes = new Emitter<undefined>();
  /** Identifies the last call: only that moves the focus. */
  #last = {};

  constructor(element: RevealElement, context: InboxContext, options: RevealOptions) {
    this.#element = element;
    this.#context = context;
    this.#options = options;
    // The inbox updates once more after it was removed, since its notice goes.
    element.addController({ hostUpdated: () => this.#changes.emit(undefined) });
  }

  /** @returns whether the notification is shown */
  async run(id: string): Promise<boolean> {
    const focused = findFocused();
    await this.#element.updateComplete;
    const store = this.#store;
    const current = (this.#last = {});
    const { visit } = this.#context.sessionController;
    // Nobody could see what would be marked as read.
    if (!store || !isRendered(this.#element)) return false;
    this.#context.list?.prepareReveal();
    const isOver = (): boolean =>
      current !== this.#last || visit !== this.#context.sessionController.visit || !this.#element.isConnected;
    // The customer may have closed the panel.
    const isOutdated = (): boolean => isOver() || !isRendered(this.#element);
    try {
      await this.#until(() => isListed(store) || isOver());
      if (isOutdated()) return false;
      await store.loadUnverified(id);
    } catch (error) {
      if (!isOutdated()) this.#handleFailure(error);
      return false;
    }
    if (isOutdated()) return false;
    if (parseTime(store.get(id).expiresDate ?? '') <= Date.now()) {
      this.#context.notice.show(this.#context.localization.messages.missing);
      return false;
    }
    await store.reveal(id);
    if (isOutdated()) return false;
    return this.#show(id, this.#mayFocus(focused));
  }

  get #store(): Notifications | undefined {
    return this.#context.sessionController.notificationStore;
  }

  /** Resolves once the condition is met. */
  async #until(isMet: () => boolean): Promise<void> {
    if (isMet()) return;
    await new Promise<void>((resolve) => {
      const unsubscribe = this.#changes.subscribe(() => {
        if (!isMet()) return;
        unsubscribe();
        resolve();
      });
    });
  }

  async #show(id: string, takesFocus: boolean): Promise<boolean> {
    const { menu, getFullPage } = this.#options;
    this.#element.view = 'inbox';
    // A modal dialog would keep the focus.
    menu.close();
    getFullPage()?.clearSearch();
    const isListed = await this.#context.shown.reveal(id);
    await this.#context.list?.reveal(id, takesFocus);
    if (isListed) getFullPage()?.show(id, takesFocus);
    return isListed;
  }

  /** Whether the customer has not gone elsewhere in the page meanwhile, for instance to type. */
  #mayFocus(before: Element | null): boolean {
    const focused = findFocused();
    return focused === null || focused === before || this.#element.matches(':focus-within');
  }

  #handleFailure(error: unknown): void {
    // The list itself says that nobody is signed in.
    if (!(error instanceof NudgeError) || error instanceof SignedOutError) return;
    const { missing, notLoaded } = this.#context.localization.messages;
    this.#context.notice.show(isGone(error) || error instanceof RequestError ? missing : notLoaded);
  }
}
