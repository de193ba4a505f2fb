import { html, type TemplateResult } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import type { Localization } from '../../localization/localization.js';
import { closeIcon, renderIconButton } from '../shared/icons.js';
import { readIcon, removeIcon, restoreIcon, snoozeIcon, unreadIcon } from '../shared/panel-icons.js';
import type { CardCallbacks } from './card-context.js';
import type { MenuAction } from '../shared/menu.js';

type CardActionContext = CardCallbacks & Pick<Localization, 'messages'>;

/** Marks the notification as read or unread. One whose state is unknown can be marked as read. */
export function readAction(
  { id, isRead }: Notification,
  { messages, onReadChange }: Pick<CardActionContext, 'messages' | 'onReadChange'>,
): MenuAction {
  const [label, icon] = isRead ? [messages.markUnread, unreadIcon] : [messages.markRead, readIcon];
  return { label, icon, run: () => onReadChange(id, !isRead) };
}

/** An action whose button opens a dialog beside it. Null where that is not possible. */
function dialogAction(
  id: string,
  onOpen: CardCallbacks['onSnooze'],
  label: string,
  icon: TemplateResult,
): MenuAction | null {
  if (!onOpen) return null;
  const run = (opener?: HTMLElement): void => {
    if (opener) onOpen(id, opener);
  };
  return { label: `${label}…`, icon, opensDialog: true, run };
}

/** Dismisses the notification, or restores it. Null where cards cannot be dismissed. */
export function dismissAction(
  { id }: Notification,
  { messages, onDismiss, onRestore }: CardActionContext,
): MenuAction | null {
  if (onRestore) return { label: messages.restore, icon: restoreIcon, run: () => onRestore(id) };
  return onDismiss ? { label: messages.dismiss, icon: closeIcon, run: () => onDismiss(id) } : null;
}

/** What can be done to the notification. */
export function cardActions(record: Notification, context: CardActionContext): MenuAction[] {
  const { messages, onSnooze, onRemove } = context;
  return [
    readAction(record, context),
    dialogAction(record.id, onSnooze, messages.snooze, snoozeIcon),
    dismissAction(record, context),
    dialogAction(record.id, onRemove, messages.remove, removeIcon),
  ].filter((action) => action !== null);
}

/** The button of an action, which may open a dialog beside it. */
export function renderTool(action: MenuAction): TemplateResult {
  return action.opensDialog
    ? renderOpener(action)
    : renderIconButton(action.label, action.icon, () => action.run());
}

/** A button that opens a dialog beside it. */
export function renderOpener({ label, icon, run }: MenuAction, className = ''): TemplateResult {
  return html`<button
    class="icon-button ${className}"
    type="button"
    aria-label=${label}
    aria-haspopup="dialog"
    @click=${({ currentTarget }: Event) => currentTarget instanceof HTMLElement && run(currentTarget)}
  >
    ${icon}
  </button>`;
}
