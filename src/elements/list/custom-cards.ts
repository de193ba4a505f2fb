import { html, nothing, render } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';
import type { CardSettings } from '../card/card-context.js';
import { cardSlotPrefix as prefix } from '../base/session/session-element.js';

/** What `renderNotification` receives beside the record. */
export interface RenderNotificationOptions {
  /**
   * The element that the function returned for this notification before, as long as it is shown; else null. Return it
   * again to keep its state.
   */
  previous: Element | null;
  /** Aborts once the element that the function returned is no longer shown. */
  signal: AbortSignal;
}

/** Returns the card of the page for a record: an element, a text or a Lit template. Null renders the default card. */
export type RenderNotification = (notification: Notification, options: RenderNotificationOptions) => unknown;

/** How rows show notifications: by the card of the page, or else by the usual one. Compared by identity, like the settings of cards. */
export interface RowSettings extends CardSettings {
  readonly renderNotification: RenderNotification | null | undefined;
}

export interface CustomCardsElement extends HTMLElement {
  /** The element in whose shadow root the rows are, if it is not the element itself. */
  readonly inbox?: Element;
  /** The element around that one, which gets the cards as children in its place. */
  readonly cardParent?: Element | undefined;
}

/** An element of the page that is slotted into its row. */
interface CustomCard {
  readonly element: Element;
  /** Forwards the element to the inbox from the parent around it. */
  readonly forwardingSlot: HTMLSlotElement | null;
  readonly controller: AbortController;
}

/** Removes cards from an element, except for one. */
function removeCards(parent: Element, except: Element): void {
  for (const child of [...parent.children])
    if (child !== except && child.slot.startsWith(prefix)) child.remove();
}

/** Whether a row can show what the page returned. Lit would show the name of the type of anything else. */
function isRenderable(value: unknown): boolean {
  if (!isObject(value)) return typeof value !== 'boolean' && typeof value !== 'function';
  return ['nodeType', '_$litType$', '_$litDirective$', Symbol.iterator].some((key) => key in value);
}

/**
 * The cards that the page renders itself. An element becomes a child of the inbox, or of the bell around it, and is slotted
 * into its row, so that the page's styles, and the context of its framework, reach it.
 */
export class CustomCards {
  readonly #element: CustomCardsElement;
  readonly #cards = new Map<string, CustomCard>();
  /** What texts and templates are rendered into, each on its own: one that throws is no part of the list yet. */
  readonly #containers = new Map<string, HTMLElement>();

  constructor(element: CustomCardsElement) {
    this.#element = element;
  }

  /** What the row shows; null for the default card, also where there is no record or the page's function throws. */
  render(notification: Notification | null, { renderNotification }: RowSettings): unknown {
    try {
      return notification && renderNotification ? this.#render(notification, renderNotification) : null;
    } catch (error) {
      warnOnce(`renderNotification threw: ${String(error)}`);
      return null;
    }
  }

  #render(notification: Notification, renderNotification: RenderNotification): unknown {
    const { id } = notification;
    const previous = this.#cards.get(id);
    const controller = previous?.controller ?? new AbortController();
    const result: unknown = renderNotification(notification, {
      previous: previous?.element ?? null,
      signal: controller.signal,
    });
    if (result instanceof Element) {
      if (result !== previous?.element) this.#add(id, result, controller);
      return html`<slot name=${prefix + id} @slotchange=${this.#handleSlotChange}></slot>`;
    }
    if (result == null) return null;
    if (isRenderable(result)) return this.#renderInto(id, result);
    const kind: string = Object.prototype.toString.call(result);
    warnOnce(`renderNotification returned ${kind}, which is no card.`);
    return null;
  }

  readonly #handleSlotChange = (): void => this.prune();

  /** The element whose children the cards are. */
  get #parent(): Element {
    const { inbox = this.#element, cardParent = inbox } = this.#element;
    return cardParent;
  }

  #renderInto(id: string, result: unknown): HTMLElement {
    let container = this.#containers.get(id);
    if (!container) {
      container = document.createElement('div');
      container.style.setProperty('display', 'contents');
    }
    render(result, container);
    this.#containers.set(id, container);
    return container;
  }

  /** Removes the cards that have lost their row. Puts back those that a script of the page has removed, as when it morphs the page. */
  prune(): void {
    for (const [id, container] of this.#containers) {
      if (container.isConnected) continue;
      this.#containers.delete(id);
      render(nothing, container);
    }
    for (const { element } of this.#cards.values()) if (!element.parentNode) this.#parent.append(element);
    for (const [id, card] of this.#cards)
      if (!(card.forwardingSlot ?? card.element).assignedSlot) this.#remove(id, card);
  }

  /** Removes all cards. Returns whether there were any. */
  clear(): boolean {
    const isAny = this.#cards.size > 0;
    for (const [id, card] of this.#cards) this.#remove(id, card);
    return isAny;
  }

  #remove(id: string, { element, forwardingSlot, controller }: CustomCard): void {
    this.#cards.delete(id);
    forwardingSlot?.remove();
    // The page may have moved it elsewhere.
    if (element.slot === prefix + id) element.remove();
    controller.abort();
  }

  #add(id: string, element: Element, controller: AbortController): void {
    const name = prefix + id;
    const { inbox = this.#element } = this.#element;
    const parent = this.#parent;
    // The cards in the HTML of a page that was saved or copied belong to no script.
    if (this.#cards.size === 0) removeCards(parent, element);
    const previous = this.#cards.get(id);
    if (element.parentNode === parent && element.slot.startsWith(prefix))
      throw new Error('The element is the card of another notification.');
    // Throws if the element contains the inbox.
    parent.append(element);
    element.slot = name;
    previous?.element.remove();
    let forwardingSlot = previous?.forwardingSlot ?? null;
    if (!forwardingSlot && parent !== inbox) {
      forwardingSlot = document.createElement('slot');
      forwardingSlot.name = forwardingSlot.slot = name;
      inbox.append(forwardingSlot);
    }
    this.#cards.set(id, { element, forwardingSlot, controller });
  }
}
