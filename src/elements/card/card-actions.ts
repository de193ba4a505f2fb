import type { TemplateResult } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import type { Messages } from '../../localization/messages.js';
import { closeIcon, renderIconButton } from '../shared/icons.js';
import { readIcon, removeIcon, restoreIcon, snoozeIcon, unreadIcon } from '../shared/panel-icons.js';
import type { CardContext } from './card-context.js';
import { renderOpener, type MenuAction } from '../shared/menu.js';

type CardActionContext = Pick<CardContext, 'messages' | 'offers' | 'act'>;

/** Marks the notification as read or unread. One whose state is unknown can be marked as read. */
export function readAction(
  { isRead }: Notification,
  messages: Messages,
  run: (isRead: boolean) => unknown,
): MenuAction {
  const [label, icon] = isRead ? [messages.markUnread, unreadIcon] : [messages.markRead, readIcon];
  return { label, icon, run: () => void run(!isRead) };
}

/** Dismisses the notification, or restores it. Null where cards cannot be dismissed. */
export function dismissAction(
  { id }: Notification,
  { messages, offers, act }: CardActionContext,
): MenuAction | null {
  if (offers.includes('restore'))
    return { label: messages.restore, icon: restoreIcon, run: () => void act({ type: 'restore', id }) };
  return offers.includes('dismiss')
    ? { label: messages.dismiss, icon: closeIcon, run: () => void act({ type: 'dismiss', id }) }
    : null;
}

/** Opens a dialog beside its button. Null where the card does not offer it. */
function dialogAction(
  type: 'snooze' | 'remove',
  { id }: Notification,
  { messages, offers, act }: CardActionContext,
): MenuAction | null {
  if (!offers.includes(type)) return null;
  const run = (opener?: HTMLElement): void => {
    if (opener) act({ type, id, opener });
  };
  const icon = type === 'snooze' ? snoozeIcon : removeIcon;
  return { label: `${messages[type]}…`, icon, opensDialog: true, run };
}

/** What can be done to the notification. */
export function cardActions(record: Notification, context: CardActionContext): MenuAction[] {
  const { id } = record;
  return [
    readAction(record, context.messages, (isRead) => context.act({ type: 'read', id, isRead })),
    dialogAction('snooze', record, context),
    dismissAction(record, context),
    dialogAction('remove', record, context),
  ].filter((action) => action !== null);
}

/** The button of an action, which may open a dialog beside it. */
export function renderTool(action: MenuAction): TemplateResult {
  return action.opensDialog
    ? renderOpener(action)
    : renderIconButton(action.label, action.icon, () => action.run());
}
