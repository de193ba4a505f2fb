import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import { fullTime, nextShortTimeChange, parseDate, type shortTime } from '../../localization/dates.js';
import type { Localization } from '../../localization/localization.js';
import { emit, type NavigateDetail } from '../base/events.js';
import { closeIcon, renderIconButton } from '../shared/icons.js';
import { safeLink } from '../shared/links.js';
import { readIcon, unreadIcon } from '../shared/panel-icons.js';
import { readableText, textLimits } from '../shared/text.js';
import { TimeController } from '../shared/time-controller.js';
import { ActionButtons } from './action-buttons.js';
import {
  renderAvatars,
  renderFiles,
  renderImages,
  renderLink,
  renderTags,
  type CardContext,
} from './attachments.js';
import type { CardCallbacks } from './card-callbacks.js';
import { ImageViewer } from './image-viewer.js';

/** A longer body is clamped to three lines until it is expanded. */
const shortBodyLength = 200;

/** Whether the click opens the link in another tab or window. */
function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}

/**
 * Renders a record as a card, into the shadow root of its host: `<nudge-notification>`, or the card of a list. A second
 * shadow root for a card that stands alone would be slow. Knows records only; sessions and requests are up to the host.
 */
export class CardView {
  readonly #host: LitElement;
  readonly #formatTime: typeof shortTime;
  readonly #actions: ActionButtons;
  readonly #viewer: ImageViewer;
  #brokenPictures: readonly string[] = [];
  #record: Notification | null = null;
  #isBodyExpanded = false;

  /** @param formatTime Returns the short text for the time of the record. */
  constructor(host: LitElement, formatTime: typeof shortTime) {
    this.#host = host;
    this.#formatTime = formatTime;
    this.#actions = new ActionButtons(host);
    this.#viewer = new ImageViewer(host);
    new TimeController(host, (now) => {
      const time = parseDate(this.#record?.createdDate);
      return time === null ? null : nextShortTimeChange(time, now);
    });
  }

  get record(): Notification | null {
    return this.#record;
  }

  /** The record to render. That of another notification starts with a collapsed body and a closed viewer. */
  set record(record: Notification | null) {
    if (record?.id !== this.#record?.id) {
      this.#isBodyExpanded = false;
      this.#viewer.close();
    }
    this.#record = record;
  }

  /** Does what a click on the card does. */
  followLink(): void {
    this.#host.renderRoot.querySelector<HTMLElement>('a.item-link')?.click();
  }

  render(localization: Localization, callbacks: CardCallbacks): TemplateResult | typeof nothing {
    const record = this.#record;
    if (!record) return nothing;
    const { payload, isRead } = record;
    const context: CardContext = {
      ...localization,
      ...callbacks,
      onNavigate: (event, origin) => this.#handleNavigation(event, origin, record, callbacks),
      brokenPictures: this.#brokenPictures,
      onPictureError: (url) => this.#handlePictureError(url),
    };
    const subtitle = readableText(payload.subTitle, textLimits.line);
    return html`<div class="root card ${isRead === false ? 'unread' : ''}" part="card">
      ${isRead === false ? html`<span class="dot" aria-hidden="true"></span>` : nothing}
      ${renderAvatars(payload.avatar, context)}
      <div class="content">
        <div class="top">
          <div class="title" part="title" id="title" dir="auto">${this.#renderTitle(record, context)}</div>
          <div class="when">
            ${this.#renderTime(record, context)}
            <div class="tools">
              ${this.#renderReadButton(record, context)} ${this.#renderDismissButton(record, context)}
            </div>
          </div>
        </div>
        ${subtitle === null ? nothing : html`<div class="subtitle" part="subtitle" dir="auto">${subtitle}</div>`}
        ${this.#renderBody(record, context)}
        ${renderImages(payload.attachmentsImage, context, (index, event) => this.#viewer.open(index, event))}
        ${renderFiles(payload.attachments, context)} ${renderTags(payload.tags, context)}
        ${this.#actions.render(record, context)}
      </div>
      ${this.#viewer.render(payload.attachmentsImage, context)}
    </div>`;
  }

  #renderTitle({ payload, isRead }: Notification, context: CardContext): TemplateResult {
    const { messages } = context;
    const title = readableText(payload.title, textLimits.line) ?? messages.notification;
    const content =
      isRead === false
        ? html`<bdi class="visually-hidden">${`${messages.unreadItem}: `}</bdi>${title}`
        : title;
    return renderLink(payload.itemRedirect, 'item', context, 'item-link', content);
  }

  #renderTime({ createdDate }: Notification, { locale }: CardContext): TemplateResult | typeof nothing {
    const time = parseDate(createdDate);
    if (time === null) return nothing;
    const full = fullTime(time, locale);
    return html`<time part="time" datetime=${new Date(time).toISOString()} title=${full}
      ><span aria-hidden="true">${this.#formatTime(time, Date.now(), locale)}</span
      ><span class="visually-hidden">${full}</span></time
    >`;
  }

  #renderReadButton(
    { id, isRead }: Notification,
    { messages, onReadChange }: CardContext,
  ): TemplateResult | typeof nothing {
    if (isRead === null) return nothing;
    const [label, icon] = isRead ? [messages.markUnread, unreadIcon] : [messages.markRead, readIcon];
    return renderIconButton(label, icon, () => onReadChange(id, !isRead));
  }

  #renderDismissButton(
    { id }: Notification,
    { messages, onDismiss }: CardContext,
  ): TemplateResult | typeof nothing {
    return onDismiss ? renderIconButton(messages.dismiss, closeIcon, () => onDismiss(id)) : nothing;
  }

  #renderBody({ payload }: Notification, { messages }: CardContext): TemplateResult | typeof nothing {
    const body = readableText(payload.body, textLimits.body);
    if (body === null) return nothing;
    const isLong = body.length > shortBodyLength || body.split('\n').length > 3;
    // A property binding, since line breaks of the template would show as line breaks of the text.
    return html`<div
        class="body ${isLong && !this.#isBodyExpanded ? 'clamped' : ''}"
        part="body"
        dir="auto"
        .textContent=${body}
      ></div>
      ${
        isLong
          ? html`<button
              class="link-button"
              type="button"
              aria-expanded=${this.#isBodyExpanded}
              @click=${() => this.#toggleBody()}
            >
              ${this.#isBodyExpanded ? messages.showLess : messages.showMore}
            </button>`
          : nothing
      }`;
  }

  #toggleBody(): void {
    this.#isBodyExpanded = !this.#isBodyExpanded;
    this.#host.requestUpdate();
  }

  #handlePictureError(url: string): void {
    this.#brokenPictures = [...this.#brokenPictures, url];
    this.#host.requestUpdate();
  }

  #handleNavigation(
    event: MouseEvent,
    origin: NavigateDetail['origin'],
    notification: Notification,
    { onReadChange }: CardCallbacks,
  ): void {
    const link = event.currentTarget instanceof HTMLAnchorElement ? safeLink(event.currentTarget.href) : null;
    if (!link) {
      // Another script has changed the link since it was rendered.
      event.preventDefault();
      return;
    }
    const { id } = notification;
    const detail: NavigateDetail = { url: link.href, origin, id, notification };
    if (!opensElsewhere(event) && !emit(this.#host, 'nudge-navigate', detail, { cancelable: true }))
      event.preventDefault();
    if ((origin === 'item' || origin === 'action') && notification.isRead === false) onReadChange(id, true);
  }
}
