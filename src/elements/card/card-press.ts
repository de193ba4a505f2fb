import type { LitElement } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import { pathWithin } from '../base/ancestors.js';
import { emit, type NavigateDetail } from '../base/events.js';
import { safeLink } from '../../common/links.js';
import type { CardContext } from './card-context.js';

/** Whether a click on a link opens that in another tab or window. */
export function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}

/** What a press on a card does: it marks the notification as read, and follows its link or else opens its whole text. */
export class CardPress {
  readonly #host: LitElement;
  readonly #expand: () => void;

  /** @param expand Opens the whole text. */
  constructor(host: LitElement, expand: () => void) {
    this.#host = host;
    this.#expand = expand;
  }

  /** Handles a click on a link of the card: the page may cancel it. */
  handleNavigation(
    event: MouseEvent,
    origin: NavigateDetail['origin'],
    notification: Notification,
    context: CardContext,
  ): void {
    const anchor = event.currentTarget instanceof HTMLAnchorElement ? event.currentTarget : null;
    const link = safeLink(anchor?.href);
    const isElsewhere = opensElsewhere(event);
    // Without a link, another script has changed it since it was rendered.
    if (
      !link ||
      (origin === 'item' && !isElsewhere && context.mode !== 'whole' && !this.#emitSelect(notification))
    ) {
      event.preventDefault();
      return;
    }
    const { id } = notification;
    const detail: NavigateDetail = { url: link.href, origin, id, notification };
    // A router would show its own page for a file.
    const isOffered = !isElsewhere && !anchor?.hasAttribute('download');
    if (isOffered && !emit(this.#host, 'nudge-navigate', detail, { cancelable: true }))
      event.preventDefault();
    if (origin === 'item') this.#markRead(notification, context);
  }

  /**
   * Handles a click anywhere on the card. Texts lie above the link that covers the card, so that they can be selected. A
   * press on one still follows the link, unless it ends a selection.
   */
  handleClick(event: MouseEvent, notification: Notification, context: CardContext): void {
    const { button } = event;
    // Also if the press has replaced some: the icon of a tool, for instance.
    const path = pathWithin(event);
    // The tools and the layers of the card. The right button opens the context menu.
    if (path.some((element) => element.matches('.tools, .more-button, dialog')) || button === 2) return;
    const control = path.find((element) => element.matches('a, button'));
    if (control && !control.matches('.item-button')) {
      // A click on the link of the card may be canceled.
      const isOwnLink = control.matches('.item-link') && button === 0;
      const isPress = control instanceof HTMLAnchorElement || button === 0;
      if (isPress && !isOwnLink) this.#markRead(notification, context);
    } else if (context.mode !== 'whole' && (control || getSelection()?.type !== 'Range'))
      this.#select(event, notification, context);
  }

  #select(event: MouseEvent, notification: Notification, context: CardContext): void {
    const link = this.#host.renderRoot.querySelector<HTMLAnchorElement>('a.item-link');
    if (link && !opensElsewhere(event)) link.click();
    else if (link) {
      window.open(link.href, '_blank', 'noopener,noreferrer');
      this.#markRead(notification, context);
    } else if (event.button === 0 && this.#emitSelect(notification)) {
      this.#markRead(notification, context);
      if (!context.act({ type: 'open', id: notification.id })) this.#expand();
    }
  }

  /** Returns false if a listener canceled the event. */
  #emitSelect(notification: Notification): boolean {
    return emit(this.#host, 'nudge-select', { id: notification.id, notification }, { cancelable: true });
  }

  #markRead({ id, isRead }: Notification, { act }: CardContext): void {
    if (isRead !== true) act({ type: 'read', id, isRead: true });
  }
}
