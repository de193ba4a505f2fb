import { Task, TaskStatus } from '@lit/task';
import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { NudgeError } from '../../api/errors.js';
import { notificationSchema, type Notification } from '../../api/schemas/notification.js';
import type { NotificationStoreEvent } from '../../inbox/notifications/notification-state.js';
import { fullTime, nextShortTimeChange, parseDate, shortTime } from '../../localization/dates.js';
import { base } from '../../styles/base.js';
import { tokens } from '../../styles/tokens.js';
import { ActionButtons } from './action-buttons.js';
import {
  renderAvatars,
  renderFiles,
  renderImages,
  renderLink,
  renderTags,
  type CardContext,
} from './attachments.js';
import { attachmentStyles } from './attachments.styles.js';
import { emit, type DismissChangeDetail, type NavigateDetail } from '../base/events.js';
import { faceStyles } from '../avatar/render-avatar.js';
import { closeIcon, renderIconButton } from '../shared/icons.js';
import { imageViewerStyles } from './image-viewer.styles.js';
import { ImageViewer } from './image-viewer.js';
import { safeLink } from '../shared/links.js';
import { notificationStyles } from './notification.styles.js';
import { readIcon, unreadIcon } from '../shared/panel-icons.js';
import { placeholderStyles, renderFailure, renderSkeleton } from '../shared/placeholder.js';
import { SessionElement } from '../base/session-element.js';
import { readableText, textLimits } from '../shared/text.js';
import { TimeController } from '../shared/time-controller.js';

/** A longer body is cut to three lines until one asks for the rest. */
const shortBody = 200;

/** Whether the browser opens the link in another tab or window by the user's own wish. */
function isOwnWay(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}

/**
 * One notification: the one of `notification-id`, which it loads, or a given `record`.
 *
 * @tag nudge-notification
 * @csspart avatar - The round of a person or thing.
 * @csspart card - The whole card.
 * @csspart title - The title.
 * @csspart subtitle - The line below the title.
 * @csspart body - The text.
 * @csspart time - The time.
 * @csspart images - The pictures.
 * @csspart viewer - What shows a picture large, over everything else.
 * @csspart files - The files.
 * @csspart tags - The tags.
 * @csspart actions - The buttons.
 * @csspart failure - What stands in place of a card that could not be loaded.
 * @cssprop [--nudge-avatar-size=40px] - Width and height of an avatar that stands alone.
 * @cssprop [--nudge-avatar-radius=50%] - Radius of the avatars' corners.
 * @fires {CustomEvent<NavigateDetail>} nudge-navigate - Before a link is followed; cancel it to go there yourself.
 * @fires {CustomEvent<ActionDetail>} nudge-action - A button was pressed; cancel it to keep a link from being followed.
 * @fires {CustomEvent<ReadChangeDetail>} nudge-read-change - It was marked as read or unread.
 * @fires {CustomEvent<ErrorDetail>} nudge-error - It could not be loaded.
 */
export class NudgeNotification extends SessionElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    faceStyles,
    notificationStyles,
    attachmentStyles,
    imageViewerStyles,
    placeholderStyles,
  ];

  /** Which notification to load. */
  @property({ attribute: 'notification-id' }) notificationId?: string | null | undefined;
  /** The record to show, as the service gave it; nothing is loaded then. */
  @property({ attribute: false }) record?: Notification | null | undefined;

  @state() private isBodyOpen = false;

  readonly #actions = new ActionButtons(this);
  readonly #viewer = new ImageViewer(this);
  /** The record, read as one of the service is: it may be of the page's making. */
  #given: Notification | null = null;
  readonly #brokenPictures = new Set<string>();
  #loading: Task | undefined;

  constructor() {
    super();
    new TimeController(this, (now) => {
      const time = parseDate(this.#shown?.createdDate ?? null);
      return time === null ? null : nextShortTimeChange(time, now);
    });
  }

  protected override get required(): readonly ('baseUrl' | 'getToken')[] {
    return this.record || !this.notificationId ? [] : ['baseUrl', 'getToken'];
  }

  /** A session tells of many; this one only of its own. */
  protected override tell(event: NotificationStoreEvent): void {
    const id = this.record ? null : this.notificationId;
    if (id && event.type === 'read' && event.ids.includes(id))
      emit(this, 'nudge-read-change', { ids: [id], isRead: event.isRead });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const before = changed.get('record');
    // What a list gives has been read, and needs no loading.
    if (changed.has('record'))
      this.#given = (this.isEmbedded ? this.record : notificationSchema.safeParse(this.record).data) ?? null;
    if (this.notificationId) this.#loading ??= this.#load();
    if (changed.has('notificationId') || (changed.has('record') && before?.id !== this.record?.id)) {
      this.isBodyOpen = false;
      this.#viewer.close();
    }
  }

  /** @internal Opens it, as a press on it does. */
  follow(): void {
    this.renderRoot.querySelector<HTMLElement>('a.item-link')?.click();
  }

  get #shown(): Notification | null {
    if (this.#given) return this.#given;
    if (!this.notificationId) return null;
    return this.activeSession?.notifications.get(this.notificationId).record ?? null;
  }

  #load(): Task {
    return new Task(this, {
      task: async ([session, id, record, isConnected]) => {
        if (session && id && !record && isConnected) await session.notifications.load(id);
      },
      // A session may stop as its last element leaves the page; it is asked again as one comes back.
      args: () => [this.activeSession, this.notificationId, this.record, this.isConnected] as const,
      onError: (error) => {
        if (error instanceof NudgeError) emit(this, 'nudge-error', { error, operation: 'load' });
      },
    });
  }

  protected override render(): TemplateResult | typeof nothing {
    const record = this.#shown;
    if (record) return html`<div class="root">${this.#renderCard(record)}</div>`;
    if (!this.notificationId || !this.activeSession) return nothing;
    const { status } = this.activeSession.notifications.get(this.notificationId);
    if (status === 'pending' && this.#loading?.status !== TaskStatus.ERROR)
      return html`<div class="root">${renderSkeleton()}</div>`;
    return html`<div class="root">
      ${renderFailure(this.words, status === 'missing' ? null : () => void this.#loading?.run())}
    </div>`;
  }

  #renderCard(record: Notification): TemplateResult {
    const { payload, isRead } = record;
    const context: CardContext = {
      ...this.speech,
      follow: (event, origin) => this.#follow(event, origin, record),
      broken: this.#brokenPictures,
      leaveOut: (picture) => this.#leaveOut(picture),
      showTag: this.isEmbedded ? (tag) => this.#tellList('nudge-tag', tag) : null,
    };
    const subtitle = readableText(payload.subTitle, textLimits.line);
    // In a list the row is the article.
    return html`<div
      class="card ${isRead === false ? 'unread' : ''}"
      part="card"
      role=${this.isEmbedded ? 'presentation' : 'article'}
      aria-labelledby=${this.isEmbedded ? nothing : 'title'}
    >
      ${isRead === false ? html`<span class="dot" aria-hidden="true"></span>` : nothing}
      ${renderAvatars(payload.avatar, context)}
      <div class="content">
        <div class="top">
          ${this.#renderTitle(record, context)}
          <div class="when">${this.#renderTime(record)} ${this.#renderTools(record)}</div>
        </div>
        ${subtitle === null ? nothing : html`<div class="subtitle" part="subtitle" dir="auto">${subtitle}</div>`}
        ${this.#renderBody(record)}
        ${renderImages(payload.attachmentsImage, context, (index, event) => this.#viewer.open(index, event))}
        ${renderFiles(payload.attachments, context)} ${renderTags(payload.tags, context)}
        ${this.#actions.render(record, context)}
      </div>
      ${this.#viewer.render(payload.attachmentsImage, context)}
    </div>`;
  }

  #renderTitle({ payload, isRead }: Notification, context: CardContext): TemplateResult {
    const title = readableText(payload.title, textLimits.line) ?? this.words.notification;
    const unread =
      isRead === false ? html`<bdi class="visually-hidden">${`${this.words.unreadItem}: `}</bdi>` : nothing;
    return html`<div class="title" part="title" id="title" dir="auto">
      ${renderLink(payload.itemRedirect, 'item', context, 'item-link', html`${unread}${title}`)}
    </div>`;
  }

  #renderTime({ createdDate }: Notification): TemplateResult | typeof nothing {
    const time = parseDate(createdDate);
    if (time === null) return nothing;
    const full = fullTime(time, this.locale);
    return html`<time part="time" datetime=${new Date(time).toISOString()} title=${full}
      ><span aria-hidden="true">${shortTime(time, Date.now(), this.locale)}</span
      ><span class="visually-hidden">${full}</span></time
    >`;
  }

  #renderTools({ id, isRead }: Notification): TemplateResult | typeof nothing {
    const { markRead, markUnread, dismiss } = this.words;
    const [label, icon] = isRead ? [markUnread, unreadIcon] : [markRead, readIcon];
    const detail: DismissChangeDetail = { ids: [id], isDismissed: true };
    return html`<div class="tools">
      ${isRead === null ? nothing : renderIconButton(label, icon, this.#toggleRead)}
      ${
        this.isEmbedded
          ? renderIconButton(dismiss, closeIcon, () => this.#tellList('nudge-dismiss-change', detail))
          : nothing
      }
    </div>`;
  }

  #renderBody({ payload }: Notification): TemplateResult | typeof nothing {
    const body = readableText(payload.body, textLimits.body);
    if (body === null) return nothing;
    const isLong = body.length > shortBody || body.split('\n').length > 3;
    // As a property, so that no line break of the template counts as one of the text.
    return html`<div
        class="body ${isLong && !this.isBodyOpen ? 'clamped' : ''}"
        part="body"
        dir="auto"
        .textContent=${body}
      ></div>
      ${
        isLong
          ? html`<button
              class="link-button"
              type="button"
              aria-expanded=${this.isBodyOpen}
              @click=${this.#toggleBody}
            >
              ${this.isBodyOpen ? this.words.showLess : this.words.showMore}
            </button>`
          : nothing
      }`;
  }

  /** The list that it is in, and nobody beyond. */
  #tellList(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  #leaveOut(picture: string): void {
    this.#brokenPictures.add(picture);
    this.requestUpdate();
  }

  #toggleBody(): void {
    this.isBodyOpen = !this.isBodyOpen;
  }

  #toggleRead(): void {
    const record = this.#shown;
    if (record) this.#setRead(record.id, record.isRead !== true);
  }

  /** A card with a session tells it; one that only shows a record leaves it to whoever holds the record. */
  #setRead(id: string, isRead: boolean): void {
    if (this.record || !this.activeSession) emit(this, 'nudge-read-change', { ids: [id], isRead });
    else if (isRead) this.activeSession.notifications.markRead([id]);
    else this.activeSession.notifications.markUnread([id]);
  }

  #follow(event: MouseEvent, origin: NavigateDetail['origin'], notification: Notification): void {
    const link = event.currentTarget instanceof HTMLAnchorElement ? safeLink(event.currentTarget.href) : null;
    if (!link) {
      // Changed since it was rendered, by somebody else.
      event.preventDefault();
      return;
    }
    const { id } = notification;
    const detail: NavigateDetail = { url: link.href, origin, id, notification };
    if (!isOwnWay(event) && !emit(this, 'nudge-navigate', detail, { cancelable: true }))
      event.preventDefault();
    if ((origin === 'item' || origin === 'action') && notification.isRead === false) this.#setRead(id, true);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-notification': NudgeNotification;
  }
}
