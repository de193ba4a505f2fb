import type * as z from 'zod/mini';
import { flag, identifier, list, record, recordOrBlank, recordOrNull, text } from './lenient.js';

const pictureSchema = record({ iconURL: text, fallBackName: text, iconRedirectURL: text });
const attachmentSchema = record({ type: text, fileName: text, url: text });
const tagSchema = record({ tagName: text, url: text, icon: text });
const actionButtonSchema = record({ name: text, url: text, onclickAction: text });

const actionButtonsSchema = record({
  primary: recordOrNull(actionButtonSchema),
  secondary: recordOrNull(actionButtonSchema),
  tertiary: recordOrNull(actionButtonSchema),
});

const payloadSchema = record({
  title: text,
  subTitle: text,
  body: text,
  avatar: list(pictureSchema),
  attachmentsImage: list(pictureSchema),
  attachments: list(attachmentSchema),
  itemRedirect: text,
  tags: list(tagSchema),
  actionButtons: recordOrBlank(actionButtonsSchema),
});

/** In-app notification (contract, section 2.6). Only `id` and an object `payload` are needed. */
export const notificationSchema = record({
  id: identifier,
  payload: payloadSchema,
  createdDate: text,
  isRead: flag,
  productSpaceId: text,
  uniqueCustomerId: text,
});

/** An in-app notification as the service keeps it. A field that is absent or broken is null, a list then empty. */
export type Notification = z.infer<typeof notificationSchema>;
/** What a notification shows. */
export type NotificationPayload = z.infer<typeof payloadSchema>;
/** A picture, for an avatar or an image attachment: `fallBackName` stands in for it, `iconRedirectURL` is where it leads. */
export type NotificationPicture = z.infer<typeof pictureSchema>;
/** A file attachment. Its `type` may be `pdf`; no other is documented. */
export type NotificationAttachment = z.infer<typeof attachmentSchema>;
/** A tag, with or without icon and link. */
export type NotificationTag = z.infer<typeof tagSchema>;
/** A button. Its `onclickAction` may be `navigate`; no other is documented. */
export type NotificationActionButton = z.infer<typeof actionButtonSchema>;
/** The three places for buttons, null where there is none. */
export type NotificationActionButtons = z.infer<typeof actionButtonsSchema>;
