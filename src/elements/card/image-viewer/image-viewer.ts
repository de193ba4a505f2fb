import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { NotificationPicture } from '../../../api/schemas/notification.js';
import { format, formatCount } from '../../../localization/messages.js';
import { batchSize, renderLink, renderPicture } from '../card-parts.js';
import type { CardContext } from '../card-context.js';
import { closeIcon, renderIconButton } from '../../shared/icons.js';
import { safeLink, safePicture } from '../../../common/links.js';
import { Modal } from '../../shared/modal.js';
import { backwardIcon, forwardIcon } from '../../shared/panel-icons.js';
import { readableText, textLimits } from '../../shared/text.js';
import { containKey } from '../../base/keys.js';
import { canAnimate, hasAnimations, scrollWithin } from '../../base/platform.js';

/** The directions in which the arrow keys pan an enlarged picture. */
const panDirections: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const panStepPx = 80;
/** The second tap of a double tap comes within this time: https://developer.android.com/reference/android/view/ViewConfiguration */
const fadeMs = 300;

/**
 * Shows the pictures of a card one at a time, as large as fits, in a modal dialog over the whole page. They are side by
 * side in a scroller, which the browser swipes and snaps in either direction of writing; an enlarged picture scrolls in
 * its own box.
 */
export class ImageViewer implements ReactiveController {
  readonly #host: LitElement;
  readonly #modal: Modal;
  /** The index of the picture on show. */
  #index = 0;
  /** How many pictures are rendered. */
  #limit = batchSize;
  #isZoomed = false;
  /** Where the mouse was last while it drags an enlarged picture. */
  #dragged: Pick<PointerEvent, 'clientX' | 'clientY'> | null = null;

  constructor(host: LitElement) {
    this.#host = host;
    // On the close button, its tooltip would take the first Escape.
    this.#modal = new Modal(host, (dialog) => dialog.focus());
    host.addController(this);
  }

  /** Runs after the modal has appeared. */
  hostUpdated(): void {
    const dialog = this.#modal.dialog.value;
    if (!dialog?.open) return;
    this.#scrollToPicture();
    // The focused link may belong to the previous picture and be gone.
    if (!dialog.matches(':focus-within')) dialog.focus();
    else if (this.#scroller?.matches(':focus-within')) this.#picture?.focus({ preventScroll: true });
  }

  open(index: number, event: Event): void {
    if (!this.#host.isConnected) return;
    this.#modal.open(event.currentTarget instanceof HTMLElement ? event.currentTarget : undefined);
    this.#show(index);
  }

  close(): void {
    this.#modal.close();
  }

  render(all: readonly NotificationPicture[], context: CardContext): TemplateResult | typeof nothing {
    const picture = all[this.#index];
    if (!picture || !this.#modal.isOpen) return nothing;
    const { locale, messages } = context;
    const count = all.length;
    const name = readableText(picture.fallBackName, textLimits.label);
    const [previousIcon, nextIcon] =
      this.#rightwardStep > 0 ? [backwardIcon, forwardIcon] : [forwardIcon, backwardIcon];
    const position = format(messages.imagePosition, {
      index: formatCount(this.#index + 1, locale),
      total: formatCount(count, locale),
    });
    const link = safeLink(picture.iconRedirectURL);
    const onNavigate: CardContext['onNavigate'] = (event, origin) => {
      context.onNavigate(event, origin);
      // The page's router handles the link, so the viewer would cover what it shows.
      if (event.defaultPrevented) this.close();
    };
    return html`<dialog
      class="viewer"
      part="viewer"
      tabindex="-1"
      aria-label=${name ?? messages.images}
      @close=${this.#modal.handleClose}
      @click=${(event: Event) => this.#handleClick(event)}
      @keydown=${(event: KeyboardEvent) => this.#handleKeydown(event, count)}
      ${ref(this.#modal.dialog)}
    >
      ${renderIconButton(messages.close, closeIcon, () => this.#fadeOut())}
      <div
        class="pictures"
        tabindex="-1"
        @scroll=${() => this.#handleScroll()}
        @dblclick=${(event: MouseEvent) => this.#handleDoubleClick(event)}
        @mousedown=${(event: Event) => event.preventDefault()}
        @pointerdown=${(event: PointerEvent) => this.#handlePointer(event)}
        @pointermove=${(event: PointerEvent) => this.#handlePointer(event)}
      >
        ${all.slice(0, this.#limit).map((item, index) => this.#renderPicture(item, index, context))}
      </div>
      ${
        count > 1
          ? html`${renderIconButton(messages.previous, previousIcon, () => this.#move(-1, count))}
            ${renderIconButton(messages.next, nextIcon, () => this.#move(1, count))}`
          : nothing
      }
      <div class="caption">
        <p role="status"><bdi>${name}</bdi> ${count > 1 ? html`<bdi>${position}</bdi>` : nothing}</p>
        ${
          link
            ? renderLink(
                link,
                { ...context, onNavigate },
                {
                  origin: 'image',
                  className: 'button',
                  content: messages.openLink,
                  label: messages.openLink,
                },
              )
            : nothing
        }
      </div>
    </dialog>`;
  }

  /** Pictures that are not on show load when the browser expects them to be. */
  #renderPicture(
    { iconURL, fallBackName }: NotificationPicture,
    index: number,
    context: CardContext,
  ): TemplateResult {
    const isShown = index === this.#index;
    const name = readableText(fallBackName, textLimits.label) ?? '';
    const image = renderPicture(safePicture(iconURL), context, name);
    return html`<div
      class="picture ${isShown && this.#isZoomed ? 'zoomed' : ''}"
      tabindex=${isShown ? 0 : -1}
      aria-hidden=${!isShown}
    >
      ${image === nothing ? html`<p role="alert">${context.messages.imageBroken}</p>` : image}
    </div>`;
  }

  get #scroller(): HTMLElement | null {
    return this.#modal.dialog.value?.querySelector('.pictures') ?? null;
  }

  get #picture(): HTMLElement | null {
    return this.#modal.dialog.value?.querySelector('.picture[aria-hidden=false]') ?? null;
  }

  /** The index of the picture that fills most of the scroller; none in a hidden one. */
  get #scrolledIndex(): number {
    const { scrollLeft = 0, clientWidth = 0 } = this.#scroller ?? {};
    return Math.round(Math.abs(scrollLeft) / clientWidth);
  }

  /** The step to the picture that the arrow to the right goes to. */
  get #rightwardStep(): number {
    return getComputedStyle(this.#host).direction === 'rtl' ? -1 : 1;
  }

  #show(index: number): void {
    this.#index = index;
    // The next picture, too, so that it can be swiped to.
    while (this.#limit < index + 2) this.#limit *= 10;
    this.#isZoomed = false;
    this.#host.requestUpdate();
  }

  /** Does nothing during a swipe, which has scrolled to the picture already. */
  #scrollToPicture(): void {
    if (!this.#scroller || this.#scrolledIndex === this.#index) return;
    const left = this.#index * this.#scroller.clientWidth * this.#rightwardStep;
    scrollWithin(this.#scroller, { left, behavior: 'instant' });
  }

  /** Enlarges the picture or makes it fit again. What is at this point of its box, from 0 to 1, stays there. */
  async #zoom(isZoomed: boolean, x = 0.5, y = 0.5): Promise<void> {
    this.#isZoomed = isZoomed;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const picture = this.#picture;
    if (!picture) return;
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = picture;
    scrollWithin(picture, { left: x * (scrollWidth - clientWidth), top: y * (scrollHeight - clientHeight) });
  }

  /**
   * Closes the viewer after a press. While it fades out, it takes the second press of a double click from what is below. With
   * reduced motion, it is out of sight at once.
   */
  #fadeOut(): void {
    const dialog = this.#modal.dialog.value;
    if (!dialog || !hasAnimations()) {
      this.close();
      return;
    }
    if (dialog.getAnimations().length > 0) return;
    dialog.animate({ opacity: [canAnimate() ? 1 : 0, 0] }, fadeMs).onfinish = () => {
      if (dialog.open) this.close();
    };
  }

  /** Wraps around at both ends. */
  #move(step: number, count: number): void {
    this.#show((this.#index + step + count) % count);
  }

  /** Closes the viewer on a click beside the picture. */
  #handleClick({ target }: Event): void {
    if (!this.#isZoomed && target instanceof Element && target.matches('.viewer, .picture')) this.#fadeOut();
  }

  #handleScroll(): void {
    const index = this.#scrolledIndex;
    if (index >= 0 && index !== this.#index) this.#show(index);
  }

  #handleDoubleClick({ target, clientX, clientY }: MouseEvent): void {
    const picture = target instanceof HTMLImageElement ? target.parentElement : null;
    if (!picture) return;
    const { left, top, width, height } = picture.getBoundingClientRect();
    void this.#zoom(!this.#isZoomed, (clientX - left) / width, (clientY - top) / height);
  }

  /**
   * A mouse drags an enlarged picture; fingers scroll it without help. Not by `movementX`, whose unit differs between
   * browsers: https://developer.mozilla.org/en-US/docs/Web/API/MouseEvent/movementX
   */
  #handlePointer({ pointerType, buttons, clientX, clientY }: PointerEvent): void {
    const before = this.#dragged;
    const isDrag = this.#isZoomed && pointerType === 'mouse' && buttons === 1;
    this.#dragged = isDrag ? { clientX, clientY } : null;
    if (isDrag && before) this.#pan(before.clientX - clientX, before.clientY - clientY);
  }

  #pan(x: number, y: number): void {
    this.#picture?.scrollBy(x, y);
  }

  #handleKeydown(event: KeyboardEvent, count: number): void {
    const { key, altKey, ctrlKey, metaKey } = event;
    const panDirection = this.#isZoomed && panDirections[key];
    // The list around the card handles keys, too.
    containKey(event);
    if (altKey || ctrlKey || metaKey) return;
    if (key === 'Escape') this.close();
    else if (panDirection) this.#pan(panDirection[0] * panStepPx, panDirection[1] * panStepPx);
    else if (key === '+') void this.#zoom(true);
    else if (key === '-') void this.#zoom(false);
    else if (key === 'ArrowRight') this.#move(this.#rightwardStep, count);
    else if (key === 'ArrowLeft') this.#move(-this.#rightwardStep, count);
    else if (key === 'Home') this.#show(0);
    else if (key === 'End') this.#show(count - 1);
    else return;
    event.preventDefault();
  }
}
