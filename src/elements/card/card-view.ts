/* eslint-disable lit-a11y/click-events-have-key-events -- a click on the card does what a key does on its link or button */
import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Notification } from '../../api/schemas/notification.js';
import {
  fullTime,
  nextMidnight,
  nextShortTimeChange,
  parseShownTime,
  type shortTime,
} from '../../localization/dates.js';
import { parseTime } from '../../common/dates.js';
import { renderAfterFirstFrame } from '../shared/render-after-first-frame.js';
import { safeLink, type SafeLink } from '../../common/links.js';
import { alertIcon, moreIcon } from '../shared/panel-icons.js';
import { readableText, textLimits } from '../shared/text.js';
import { TimeController } from '../shared/time-controller.js';
import { ActionButtons } from './action-buttons.js';
import { renderAddresses } from './body-links.js';
import { cardActions, renderTool } from './card-actions.js';
import { renderAvatars, renderFiles, renderImages, renderLink, renderTags } from './card-parts.js';
import { dispatchCardAct } from './card-act.js';
import type { CardContext, CardSettings, ExpandableList } from './card-context.js';
import { Menu, renderOpener, type MenuAction } from '../shared/menu.js';
import { CardPress } from './card-press.js';
import { ImageViewer } from './image-viewer/image-viewer.js';
import { getPointers, observePointers, unobservePointers } from './pointers.js';
import { TextOverflow } from './text-overflow.js';
import { unreadDot } from './unread-dot.js';
import { isGiven, type Answer } from '../../session/notifications/state/marks/answers.js';

/** About as wide as a short time. */
const timePlaceholder = html`<time part="time"><span aria-hidden="true">${'\u2007'.repeat(5)}</span></time>`;

/** Shared by all cards, most of which stay as they are. */
const noLimits: ReadonlyMap<ExpandableList, number> = new Map();

/**
 * Renders a record as a card, into the shadow root of its host: `<nudge-notification>`, or the card of a list. A second
 * shadow root for a card that stands alone would be slow. Knows records only; sessions and requests are up to the host.
 */
export class CardView implements ReactiveController {
  /** Whether the card has the mark of an important notification. */
  isImportant = false;
  /** How the session says that the notification is answered. */
  answer: Answer | null = null;
  readonly #host: LitElement;
  readonly #formatTime: typeof shortTime;
  readonly #act: CardContext['act'];
  readonly #actions: ActionButtons;
  readonly #viewer: ImageViewer;
  readonly #menu: Menu;
  readonly #overflow: TextOverflow;
  readonly #press: CardPress;
  #listLimits = noLimits;
  #brokenPictures: readonly string[] = [];
  #record: Notification | null = null;

  /**
   * @param formatTime Returns the short text for the time of the record.
   * @param act Carries out what the customer does. Default: it is left to whoever is around the host.
   */
  constructor(
    host: LitElement,
    formatTime: typeof shortTime,
    act: CardContext['act'] = (cardAct) => dispatchCardAct(host, cardAct),
  ) {
    this.#host = host;
    host.addController(this);
    this.#formatTime = formatTime;
    this.#act = act;
    this.#actions = new ActionButtons(host);
    this.#viewer = new ImageViewer(host);
    this.#menu = new Menu(host);
    this.#overflow = new TextOverflow(host);
    this.#press = new CardPress(host, () => this.#overflow.expand());
    new TimeController(host, (now) => {
      const time = parseShownTime(this.#record?.createdDate);
      const changes = [
        ...(time === null ? [] : [nextShortTimeChange(time, now)]),
        ...(this.answer ? [nextAnswerChange(this.answer, now)] : []),
      ];
      const next = Math.min(...changes);
      return next === Infinity ? null : next;
    });
  }

  hostConnected(): void {
    observePointers(this.#host);
  }

  hostDisconnected(): void {
    unobservePointers(this.#host);
  }

  get record(): Notification | null {
    return this.#record;
  }

  /** The record to render. That of another notification starts collapsed, with nothing open. */
  set record(record: Notification | null) {
    if (record?.id !== this.#record?.id) {
      this.#overflow.collapse();
      this.#listLimits = noLimits;
      this.#viewer.close();
      this.#menu.close();
    }
    this.#record = record;
  }

  /** @param layer Rendered below the card, which hides it until it is pulled aside. */
  render(settings: CardSettings, layer: unknown = nothing): TemplateResult | typeof nothing {
    const record = this.#record;
    if (!record) return nothing;
    const { payload, isRead } = record;
    const { mode } = settings;
    const isWhole = mode === 'whole';
    const context: CardContext = {
      ...settings.localization,
      ...settings,
      act: this.#act,
      onNavigate: (event, origin) => this.#press.handleNavigation(event, origin, record, context),
      brokenPictures: this.#brokenPictures,
      onPictureError: (url) => this.#handlePictureError(url),
      listLimits: this.#listLimits,
      onLimitList: (list, limit) => this.#limitList(list, limit),
      clamped: isWhole || this.#overflow.isExpanded ? '' : 'clamped',
    };
    const link = mode === 'opener' ? null : safeLink(payload.itemRedirect);
    const subtitle = readableText(payload.subTitle, textLimits.line);
    const { isCut, isExpanded } = this.#overflow;
    const isOpened = mode === 'opener' || mode === 'toast';
    const leadsOn = link !== null || isOpened || (isCut && !isExpanded);
    const state = [isRead === false ? 'unread' : '', leadsOn && !isWhole ? 'pressable' : ''].join(' ');
    // Named by the title, which screen readers would otherwise say twice.
    const hasButton = !link && !isWhole;
    // Around a whole card, the page has them.
    const actions = isWhole ? [] : cardActions(record, context);
    return html`${layer}
      <div
        class="root card surface ${state}"
        part="card"
        @click=${(event: MouseEvent) => this.#press.handleClick(event, record, context)}
        @auxclick=${(event: MouseEvent) => this.#press.handleClick(event, record, context)}
      >
        ${isRead === false ? unreadDot : nothing} ${renderAvatars(payload, context)}
        <div class="content">
          <div class="top">
            <div
              class="title ${context.clamped}"
              part="title"
              id="title"
              dir="auto"
              role=${ifDefined(isWhole ? 'heading' : undefined)}
              aria-level=${isWhole ? '3' : nothing}
              tabindex=${ifDefined(isWhole ? -1 : undefined)}
              aria-hidden=${ifDefined(hasButton ? true : undefined)}
            >
              ${this.#renderTitle(record, link, context)}
            </div>
            ${hasButton ? html`<button class="item-button" type="button" aria-labelledby="title"></button>` : nothing}
            <div class="when" ?data-crowded=${actions.length > 2}>
              ${this.#renderTime(record, context)} ${this.#renderTools(actions, context)}
            </div>
          </div>
          ${
            subtitle === null
              ? nothing
              : html`<div class="subtitle ${context.clamped}" part="subtitle" dir="auto">${subtitle}</div>`
          }
          ${this.#renderBody(payload.body, context)}
          ${this.#overflow.isCut ? this.#renderExpandButton(context) : nothing}
          ${renderImages(payload.attachmentsImage, context, (index, event) => this.#viewer.open(index, event))}
          ${renderFiles(payload.attachments, context)} ${renderTags(payload.tags, context)}
          ${this.#actions.render(record, this.answer, context)}
        </div>
        ${this.#viewer.render(payload.attachmentsImage, context)}
        ${this.#menu.render(context.messages.moreActions, actions)}
      </div>`;
  }

  #renderTitle(
    { payload, isRead }: Notification,
    link: SafeLink | null,
    context: CardContext,
  ): TemplateResult {
    const { messages } = context;
    const title = readableText(payload.title, textLimits.line) ?? messages.notification;
    const unread =
      isRead === false ? html`<bdi class="visually-hidden">${`${messages.unreadItem}: `}</bdi>` : nothing;
    const important = this.isImportant
      ? html`<span class="important" part="important"
          >${alertIcon}<bdi class="visually-hidden">${`${messages.importantItem}: `}</bdi></span
        >`
      : nothing;
    const content = html`${unread}${important}${title}`;
    if (!link) return html`${content}`;
    return renderLink(link, context, { origin: 'item', className: 'item-link', content });
  }

  #renderBody(text: string | null, context: CardContext): TemplateResult | typeof nothing {
    const body = readableText(text, textLimits.body);
    if (body === null) return nothing;
    const className = `body ${context.clamped}`;
    // A property binding, since line breaks of the template would show as line breaks of the text.
    if (!context.hasBodyLinks)
      return html`<div class=${className} part="body" dir="auto" .textContent=${body}></div>`;
    const content = renderAddresses(body, body !== text, context);
    const expand = (event: Event): void => this.#expandFor(event);
    return html`<div class=${className} part="body" dir="auto" @focusin=${expand}>${content}</div>`;
  }

  #renderTime({ createdDate }: Notification, { locale, mode }: CardContext): unknown {
    const time = parseShownTime(createdDate);
    if (time === null) return nothing;
    return renderAfterFirstFrame(() => {
      const full = fullTime(time, locale);
      return html`<time part="time" datetime=${new Date(time).toISOString()} title=${full} translate="no"
        ><span aria-hidden="true"
          >${mode === 'whole' ? full : this.#formatTime(time, Date.now(), locale)}</span
        ><span class="visually-hidden">${full}</span></time
      >`;
    }, timePlaceholder);
  }

  /** For a pointer that hovers, the actions as buttons in the place of the time; for touch, one that opens their menu. */
  #renderTools(actions: readonly MenuAction[], context: CardContext): unknown {
    if (actions.length === 0) return nothing;
    const { canHover, canTouch } = getPointers();
    const { moreActions } = context.messages;
    const menuButton = canTouch
      ? renderOpener(
          { label: moreActions, icon: moreIcon, run: (opener) => this.#menu.open(opener) },
          'more-button',
        )
      : nothing;
    if (!canHover) return menuButton;
    return html`<div class="tools">${actions.map(renderTool)}</div>
      ${menuButton}`;
  }

  #renderExpandButton({ messages }: CardContext): TemplateResult {
    const { isExpanded } = this.#overflow;
    return html`<button
      class="link-button"
      type="button"
      aria-expanded=${isExpanded}
      @click=${() => this.#overflow.toggle()}
    >
      ${isExpanded ? messages.showLess : messages.showMore}
    </button>`;
  }

  /** Shows the whole text when a key moves the focus to a link in it, which may be below the lines that show. */
  #expandFor({ target }: Event): void {
    if (target instanceof Element && target.matches(':focus-visible')) this.#overflow.expand();
  }

  #limitList(list: ExpandableList, limit: number | undefined): void {
    const limits = new Map(this.#listLimits);
    if (limit === undefined) limits.delete(list);
    else limits.set(list, limit);
    this.#listLimits = limits;
    this.#host.requestUpdate();
  }

  #handlePictureError(url: string): void {
    this.#brokenPictures = [...this.#brokenPictures, url];
    this.#host.requestUpdate();
  }
}

/** When an answer that is under way is interrupted, or the day of one that was given is over, in milliseconds since 1970. */
function nextAnswerChange(answer: Answer, now: number): number {
  if (isGiven(answer)) return nextMidnight(now);
  const until = parseTime(answer.until ?? '');
  return until > now ? until : Infinity;
}
