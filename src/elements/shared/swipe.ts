import { html, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { MenuAction } from './menu.js';
import { canAnimate } from '../base/platform.js';

/** A shorter movement may be a press: beyond this distance, no browser clicks what is below the finger. */
const startPx = 16;
/** How far the card must be pulled for the action to run, also on a wide screen. */
const maxThresholdPx = 96;
const snapBackMs = 150;
/** Not shorter than its row takes to close. */
const goMs = 200;

/** What a swipe does: towards the end of the line, and back towards its start. */
export interface SwipeActions {
  forward: MenuAction | null;
  backward: MenuAction | null;
}

/** One touch that pulls a card aside and uncovers what happens when it ends. */
class Swipe {
  readonly #host: LitElement;
  readonly #actions: SwipeActions;
  readonly #onEnd: () => void;
  readonly #start: PointerEvent;
  readonly #listeners = new AbortController();
  /** How far the card is pulled, in pixels to the right. */
  #offset = 0;
  #side: keyof SwipeActions = 'forward';
  #isFarEnough = false;
  /** The movement of the card once the finger has left it. */
  #movement: Animation | undefined;

  constructor(host: LitElement, start: PointerEvent, actions: SwipeActions, onEnd: () => void) {
    this.#host = host;
    this.#start = start;
    this.#actions = actions;
    this.#onEnd = onEnd;
    const { signal } = this.#listeners;
    host.addEventListener('pointermove', (event) => this.#handleMove(event), { signal });
    host.addEventListener('pointerup', (event) => this.#handleUp(event), { signal });
    // The browser scrolls the list, or zooms.
    host.addEventListener('pointercancel', () => this.#snapBack(), { signal });
  }

  /** The action behind the card. */
  render(): TemplateResult | null {
    const action = this.#offset === 0 ? null : this.#actions[this.#side];
    return (
      action &&
      html`<div class="root swipe ${this.#side} ${this.#isFarEnough ? 'far' : ''}" aria-hidden="true">
        ${action.icon}<span>${action.label}</span>
      </div>`
    );
  }

  get #card(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('.card');
  }

  #handleMove({ pointerId, clientX }: PointerEvent): void {
    if (pointerId !== this.#start.pointerId) return;
    const distance = clientX - this.#start.clientX;
    const isRightToLeft = getComputedStyle(this.#host).direction === 'rtl';
    this.#side = distance > 0 === isRightToLeft ? 'backward' : 'forward';
    const pulled = this.#actions[this.#side] ? Math.max(0, Math.abs(distance) - startPx) : 0;
    this.#offset = pulled * Math.sign(distance);
    this.#isFarEnough = pulled >= Math.min(maxThresholdPx, this.#host.offsetWidth / 3);
    this.#card?.style.setProperty('translate', `${this.#offset}px`);
    this.#host.toggleAttribute('data-pulled', this.#offset !== 0);
    this.#host.requestUpdate();
  }

  #handleUp({ pointerId }: PointerEvent): void {
    if (pointerId !== this.#start.pointerId) return;
    this.#snapBack();
    if (this.#isFarEnough) this.#actions[this.#side]?.run();
  }

  /** The host goes. If that is what the swipe has done, its card goes on to the same side. */
  handleDisconnected(): void {
    if (this.#movement && this.#isFarEnough) this.#move(`${Math.sign(this.#offset) * 100}%`, goMs);
    else this.cancel();
  }

  /** Ends without doing anything, also when the browser reports nothing: the node that was touched may be gone. */
  cancel(): void {
    this.#listeners.abort();
    this.#card?.style.removeProperty('translate');
    this.#onEnd();
  }

  #snapBack(): void {
    this.#listeners.abort();
    this.#card?.style.removeProperty('translate');
    if (this.#offset !== 0 && canAnimate()) this.#move('0px', snapBackMs);
    else this.#onEnd();
  }

  /** Moves the card from where the finger has left it, and ends. */
  #move(to: string, duration: number): void {
    this.#movement?.cancel();
    this.#movement = this.#card?.animate(
      { translate: [`${this.#offset}px`, to] },
      { duration, easing: 'ease-out' },
    );
    if (this.#movement) this.#movement.onfinish = this.#onEnd;
    else this.#onEnd();
  }
}

/** Lets touches pull the card of an element aside, one at a time. */
export class SwipeController implements ReactiveController {
  readonly #host: LitElement;
  readonly #createActions: () => SwipeActions | null;
  #swipe: Swipe | null = null;

  /** @param createActions returns what a swipe that begins now does; null if the card has nothing to swipe */
  constructor(host: LitElement, createActions: () => SwipeActions | null) {
    this.#host = host;
    this.#createActions = createActions;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#swipe?.handleDisconnected();
  }

  handlePointerDown(event: PointerEvent): void {
    if (event.pointerType !== 'touch' || !event.isPrimary) return;
    // The picture viewer and the menu belong to the card, too.
    if (this.#host.renderRoot.querySelector('dialog')) return;
    const actions = this.#createActions();
    if (!actions) return;
    this.#swipe?.cancel();
    const swipe: Swipe = new Swipe(this.#host, event, actions, () => {
      if (this.#swipe !== swipe) return;
      this.#swipe = null;
      this.#host.removeAttribute('data-pulled');
      this.#host.requestUpdate();
    });
    this.#swipe = swipe;
  }

  /** The action behind the card, while it is pulled aside. */
  render(): TemplateResult | null {
    return this.#swipe?.render() ?? null;
  }
}
