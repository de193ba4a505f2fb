import type { TemplateResult } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import type { Messages } from '../../localization/messages.js';
import { closeIcon } from '../shared/icons.js';
import { readIcon, unreadIcon } from '../shared/panel-icons.js';
import type { CardCallbacks } from './card-callbacks.js';

/** What a customer can do with a card, by one of its tools, in its menu or by a swipe. */
export interface CardAction {
  label: string;
  icon: TemplateResult;
  run: () => void;
}

/** Marks the notification as read or unread. Null as long as its state is unknown. */
export function readAction(
  { id, isRead }: Notification,
  messages: Messages,
  onReadChange: CardCallbacks['onReadChange'],
): CardAction | null {
  if (isRead === null) return null;
  const [label, icon] = isRead ? [messages.markUnread, unreadIcon] : [messages.markRead, readIcon];
  return { label, icon, run: () => onReadChange(id, !isRead) };
}

/** Null where cards cannot be dismissed. */
export function dismissAction(
  { id }: Notification,
  messages: Messages,
  { onDismiss }: CardCallbacks,
): CardAction | null {
  return onDismiss ? { label: messages.dismiss, icon: closeIcon, run: () => onDismiss(id) } : null;
}
