import { html, nothing, type TemplateResult } from 'lit';
import type { NotificationProblem } from '../../session/notifications/state/notification-state.js';
import { format, type Messages } from '../../localization/messages.js';
import { bellIcon } from '../shared/icons.js';
import { isPutAside, type InboxFilter } from '../list/inbox-filter.js';
import {
  alertIcon,
  archiveIcon,
  offlineIcon,
  personIcon,
  readIcon,
  snoozeIcon,
} from '../shared/panel-icons.js';
import { renderButton } from '../shared/button.js';

const problemIcons: Record<NotificationProblem, TemplateResult> = {
  offline: offlineIcon,
  retrying: offlineIcon,
  unreachable: alertIcon,
  unauthenticated: personIcon,
  'signed-out': personIcon,
};

/** Whether there is something that the customer can do here. */
function needsRetry(problem: NotificationProblem): boolean {
  return problem === 'unreachable' || problem === 'unauthenticated';
}

/** Whether nothing more is requested until something changes. */
export function isStopped(problem: NotificationProblem | null): boolean {
  return problem === 'signed-out' || (problem !== null && needsRetry(problem));
}

/** @param options `isAlone`: whether there is nothing to show besides the problem. */
export function renderProblem(
  problem: NotificationProblem,
  { isAlone, messages, retry }: { isAlone: boolean; messages: Messages; retry: () => void },
): TemplateResult {
  if (problem === 'signed-out')
    return html`<slot name="signed-out">
      <div class="art">${personIcon}</div>
      <p>${messages.signedOut}</p>
    </slot>`;
  const text = problem === 'offline' && isAlone ? messages.offlineEmpty : messages[problem];
  const content = html`<div class="art">${problemIcons[problem]}</div>
    <p>${text}</p>
    ${needsRetry(problem) ? renderButton(messages.tryAgain, retry) : nothing}`;
  return isAlone ? html`<slot name="error">${content}</slot>` : content;
}

/** Says that the source has lost its connection, or that it is back. */
export function renderConnection(isReconnecting: boolean, messages: Messages): TemplateResult {
  return html`<div class="art">${isReconnecting ? offlineIcon : readIcon}</div>
    <p>${isReconnecting ? messages.reconnecting : messages.reconnected}</p>`;
}

/** Says that there are no notifications, or none that are unread, dismissed or snoozed, or none with the tag; null for any. */
export function emptyText(filter: InboxFilter, messages: Messages, tag: string | null): string {
  if (tag !== null) {
    const { emptyTagText, emptyUnreadTagText } = messages;
    return format(filter === 'unread' ? emptyUnreadTagText : emptyTagText, { name: tag });
  }
  if (filter === 'snoozed') return messages.emptySnoozedText;
  if (filter === 'dismissed') return messages.emptyDismissedText;
  return filter === 'unread' ? messages.emptyUnreadText : messages.emptyText;
}

/** What stands in the place of a list without a notification. */
export function renderEmpty(filter: InboxFilter, messages: Messages): TemplateResult {
  const text = emptyText(filter, messages, null);
  if (isPutAside(filter))
    return html`<div class="empty" part="empty">
      <div class="art">${filter === 'snoozed' ? snoozeIcon : archiveIcon}</div>
      <p>${text}</p>
    </div>`;
  return html`<slot name="empty">
    <div class="empty" part="empty">
      <div class="art">${bellIcon}</div>
      <strong>${messages.emptyTitle}</strong>
      <p>${text}</p>
    </div>
  </slot>`;
}

/** Says that no notification has the tag, with a button that removes this filter. */
export function renderEmptyTag(
  filter: InboxFilter,
  messages: Messages,
  name: string,
  onRemove: () => void,
): TemplateResult {
  return html`<div class="empty" part="empty">
    <div class="art">${bellIcon}</div>
    <p>${emptyText(filter, messages, name)}</p>
    ${renderButton(format(messages.removeTag, { name }), onRemove)}
  </div>`;
}
