import type { Notification } from '../../api/schemas/notification.js';
import type { Messages } from '../../localization/messages.js';
import { readableText, textLimits } from './text.js';

/** The title of a notification, or the word for one without a title. */
export const titleOf = (record: Notification | null, { notification }: Messages): string =>
  readableText(record?.payload.title, textLimits.line) ?? notification;

/** The title, after the word for an important one. */
export function titleWithImportance(
  record: Notification | null,
  isImportant: boolean,
  messages: Messages,
): string {
  const title = titleOf(record, messages);
  return isImportant ? `${messages.importantItem}: ${title}` : title;
}
