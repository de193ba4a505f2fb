import type * as z from 'zod/mini';
import {
  nullableBoolean,
  requiredId,
  lenientArray,
  looseObject,
  objectOrDefaults,
  nullableObject,
  nullableString,
} from './lenient.js';

const pictureSchema = looseObject({
  iconURL: nullableString,
  fallBackName: nullableString,
  iconRedirectURL: nullableString,
});
const attachmentSchema = looseObject({ type: nullableString, fileName: nullableString, url: nullableString });
const tagSchema = looseObject({ tagName: nullableString, url: nullableString, icon: nullableString });
const actionButtonSchema = looseObject({
  name: nullableString,
  url: nullableString,
  onclickAction: nullableString,
});

const actionButtonsSchema = looseObject({
  primary: nullableObject(actionButtonSchema),
  secondary: nullableObject(actionButtonSchema),
  tertiary: nullableObject(actionButtonSchema),
});

const payloadSchema = looseObject({
  title: nullableString,
  subTitle: nullableString,
  body: nullableString,
  avatar: lenientArray(pictureSchema),
  attachmentsImage: lenientArray(pictureSchema),
  attachments: lenientArray(attachmentSchema),
  itemRedirect: nullableString,
  tags: lenientArray(tagSchema),
  actionButtons: objectOrDefaults(actionButtonsSchema),
});

/** In-app notification (contract, section 2.6). Only `id` and an object `payload` are needed. */
export const notificationSchema = looseObject({
  id: requiredId,
  payload: payloadSchema,
  createdDate: nullableString,
  isRead: nullableBoolean,
  productSpaceId: nullableString,
  uniqueCustomerId: nullableString,
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
