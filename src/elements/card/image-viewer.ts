import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { NotificationPicture } from '../../api/schemas/notification.js';
import { format } from '../../localization/messages.js';
import { maxItems, renderLink, renderPicture, type CardContext } from './attachments.js';
import { closeIcon, renderIconButton } from '../shared/icons.js';
import { safeLink, safePicture } from '../shared/links.js';
import { backwardIcon, forwardIcon } from '../shared/panel-icons.js';
import { readableText, textLimits } from '../shared/text.js';

/** Shows the pictures of a card one at a time, as large as fits, in a modal dialog over the whole page. */
export class ImageViewer implements ReactiveController {
  readonly #host: LitElement;
  /** The index of the picture on show; negative while the viewer is closed. */
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
      // The browser may close the dialog, or an ancestor be hidden: an invisible modal would block the whole page.
      new ResizeObserver(([entry]) => entry?.contentRect.width === 0 && this.close()).observe(dialog);
    }
    // The focused link may belong to the previous picture and be gone.
    if (!dialog.matches(':focus-within')) dialog.focus();
  }

  hostDisconnected(): void {
    this.close();
  }

  open(index: number, event: Event): void {
    if (!this.#host.isConnected) return;
    // Safari does not focus a clicked button, but the dialog returns the focus to what had it before.
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
    this.#show(index);
  }

  close(): void {
    if (this.#index < 0) return;
    this.#dialog?.close();
    this.#show(-1);
  }

  render(all: readonly NotificationPicture[], context: CardContext): TemplateResult | typeof nothing {
    const pictures = all.slice(0, maxItems);
    const picture = pictures[this.#index];
    if (!picture) return nothing;
    const { locale, messages } = context;
    const count = pictures.length;
    const name = readableText(picture.fallBackName, textLimits.label);
    const image = renderPicture(safePicture(picture.iconURL), context, name ?? '');
    const content = image === nothing ? html`<p role="alert">${messages.imageBroken}</p>` : image;
    const [previousIcon, nextIcon] =
      this.#rightwardStep > 0 ? [backwardIcon, forwardIcon] : [forwardIcon, backwardIcon];
    const position = format(messages.imagePosition, {
      index: (this.#index + 1).toLocaleString(locale),
      total: count.toLocaleString(locale),
    });
    const onNavigate: CardContext['onNavigate'] = (event, origin) => {
      context.onNavigate(event, origin);
      // The page's router handles the link, so the viewer would cover what it shows.
      if (event.defaultPrevented) this.close();
    };
    // An img element of its own for each picture: a reused one shows the previous picture until the next has loaded.
    return html`<dialog
      class="viewer"
      part="viewer"
      tabindex="-1"
      aria-label=${name ?? messages.images}
      @click=${(event: Event) => event.target === event.currentTarget && this.close()}
      @keydown=${(event: KeyboardEvent) => this.#handleKeydown(event, count)}
    >
      ${renderIconButton(messages.close, closeIcon, () => this.close())}
      ${pictures.map((_, index) => (index === this.#index ? content : nothing))}
      ${
        count > 1
          ? html`${renderIconButton(messages.previous, previousIcon, () => this.#move(-1, count))}
            ${renderIconButton(messages.next, nextIcon, () => this.#move(1, count))}`
          : nothing
      }
      <div class="caption">
        <p role="status"><bdi>${name}</bdi> ${count > 1 ? html`<bdi>${position}</bdi>` : nothing}</p>
        ${
          safeLink(picture.iconRedirectURL)
            ? renderLink(
                picture.iconRedirectURL,
                'image',
                { ...context, onNavigate },
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

  /** The step to the picture that the arrow to the right goes to. */
  get #rightwardStep(): number {
    return getComputedStyle(this.#host).direction === 'rtl' ? -1 : 1;
  }

  #show(index: number): void {
    this.#index = index;
    this.#host.requestUpdate();
  }

  /** Wraps around at both ends. */
  #move(step: number, count: number): void {
    this.#show((this.#index + step + count) % count);
  }

  #handleKeydown(event: KeyboardEvent, count: number): void {
    const { key, altKey, ctrlKey, metaKey } = event;
    // The list around the card handles keys, too.
    event.stopPropagation();
    if (altKey || ctrlKey || metaKey) return;
    if (key === 'Escape') this.close();
    else if (key === 'ArrowRight') this.#move(this.#rightwardStep, count);
    else if (key === 'ArrowLeft') this.#move(-this.#rightwardStep, count);
    else if (key === 'Home') this.#show(0);
    else if (key === 'End') this.#show(count - 1);
    else return;
    event.preventDefault();
  }
}
