import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { NotificationPicture } from '../../api/schemas/notification.js';
import { format } from '../../localization/messages.js';
import { mostOfAKind, renderLink, renderPicture, type CardContext } from './attachments.js';
import { closeIcon, renderIconButton } from '../shared/icons.js';
import { safeLink, safePicture } from '../shared/links.js';
import { backwardIcon, forwardIcon } from '../shared/panel-icons.js';
import { readableText, textLimits } from '../shared/text.js';

/** The pictures of a card one at a time, as large as fits, over everything else on the page. */
export class ImageViewer implements ReactiveController {
  readonly #host: LitElement;
  /** Which picture it shows; closed as long as there is none. */
  #index = -1;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdated(): void {
    const dialog = this.#index < 0 ? null : this.#dialog;
    if (!dialog?.isConnected) return;
    if (!dialog.open) {
      dialog.showModal();
      // Closed by the browser, or hidden with what is around it: then nothing on the page could be pressed.
      new ResizeObserver(([entry]) => entry?.contentRect.width === 0 && this.close()).observe(dialog);
    }
    // The link that had the focus may be of the picture before.
    if (!dialog.matches(':focus-within')) dialog.focus();
  }

  hostDisconnected(): void {
    this.close();
  }

  open(index: number, event: Event): void {
    if (!this.#host.isConnected) return;
    // Safari focuses no button that is pressed, and the dialog gives back the focus to what had it.
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
    this.#show(index);
  }

  close(): void {
    if (this.#index < 0) return;
    this.#dialog?.close();
    this.#show(-1);
  }

  render(all: readonly NotificationPicture[], context: CardContext): TemplateResult | typeof nothing {
    const pictures = all.slice(0, mostOfAKind);
    const picture = pictures[this.#index];
    if (!picture) return nothing;
    const { locale, messages } = context;
    const count = pictures.length;
    const name = readableText(picture.fallBackName, textLimits.label);
    const face = renderPicture(safePicture(picture.iconURL), context, name ?? '');
    const content = face === nothing ? html`<p role="alert">${messages.imageBroken}</p>` : face;
    const [before, after] = this.#forward > 0 ? [backwardIcon, forwardIcon] : [forwardIcon, backwardIcon];
    const position = format(messages.imagePosition, {
      index: (this.#index + 1).toLocaleString(locale),
      total: count.toLocaleString(locale),
    });
    const follow: CardContext['follow'] = (event, origin) => {
      context.follow(event, origin);
      // Once the host's router has taken over, it is in the way of what that shows.
      if (event.defaultPrevented) this.close();
    };
    // Each picture in a place of its own, since one that is replaced stays until the next has come.
    return html`<dialog
      class="viewer"
      part="viewer"
      tabindex="-1"
      aria-label=${name ?? messages.images}
      @click=${(event: Event) => event.target === event.currentTarget && this.close()}
      @keydown=${(event: KeyboardEvent) => this.#press(event, count)}
    >
      ${renderIconButton(messages.close, closeIcon, () => this.close())}
      ${pictures.map((_, index) => (index === this.#index ? content : nothing))}
      ${
        count > 1
          ? html`${renderIconButton(messages.previous, before, () => this.#turn(-1, count))}
            ${renderIconButton(messages.next, after, () => this.#turn(1, count))}`
          : nothing
      }
      <div class="caption">
        <p role="status"><bdi>${name}</bdi> ${count > 1 ? html`<bdi>${position}</bdi>` : nothing}</p>
        ${
          safeLink(picture.iconRedirectURL)
            ? renderLink(
                picture.iconRedirectURL,
                'image',
                { ...context, follow },
                'button',
                messages.openLink,
                messages.openLink,
              )
            : nothing
        }
      </div>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector('dialog');
  }

  /** By how many pictures the arrow to the right goes on. */
  get #forward(): number {
    return getComputedStyle(this.#host).direction === 'rtl' ? -1 : 1;
  }

  #show(index: number): void {
    this.#index = index;
    this.#host.requestUpdate();
  }

  /** From the last it goes on with the first. */
  #turn(by: number, count: number): void {
    this.#show((this.#index + by + count) % count);
  }

  #press(event: KeyboardEvent, count: number): void {
    const { key, altKey, ctrlKey, metaKey } = event;
    // What is around it has keys of its own.
    event.stopPropagation();
    if (altKey || ctrlKey || metaKey) return;
    if (key === 'Escape') this.close();
    else if (key === 'ArrowRight') this.#turn(this.#forward, count);
    else if (key === 'ArrowLeft') this.#turn(-this.#forward, count);
    else if (key === 'Home') this.#show(0);
    else if (key === 'End') this.#show(count - 1);
    else return;
    event.preventDefault();
  }
}
