import {
  lenientArray,
  looseObject,
  nullableBoolean,
  nullableDate,
  nullableObject,
  nullableString,
  objectOrDefaults,
  requiredId,
} from './lenient.js';
import type { NotificationPayloadExtras } from './payload-extras.js';

/** An in-app notification. Fields that the response does not contain are null. */
export interface Notification {
  /** Id of the notification. */
  id: string;
  /** What the notification shows. */
  payload: NotificationPayload;
  /** When the notification was created, ISO 8601. One without a time zone is read as UTC, and ends with `Z`. */
  createdDate: string | null;
  /** Whether the service considers the notification read. A retrieval may or may not turn it on. */
  isRead: boolean | null;
  /** Id of the product space. */
  productSpaceId: string | null;
  /** Your own id of the customer. */
  uniqueCustomerId: string | null;
}

/**
 * What a notification shows. Texts that the response does not contain are null, lists are empty. Fields of your own, which you
 * declare in {@link NotificationPayloadExtras}, are as the response has them.
 */
export interface NotificationPayload extends NotificationPayloadExtras {
  /** Title. */
  title: string | null;
  /** Subtitle. */
  subTitle: string | null;
  /** Text. */
  body: string | null;
  /** Pictures of who the notification is from. */
  avatar: NotificationPicture[];
  /** Images that are attached. */
  attachmentsImage: NotificationPicture[];
  /** Files that are attached. */
  attachments: NotificationAttachment[];
  /** URL that the notification as a whole leads to. */
  itemRedirect: string | null;
  /** Tags. */
  tags: NotificationTag[];
  /** Buttons. */
  actionButtons: NotificationActionButtons;
}

/** A picture, used as an avatar or as an attached image. */
export interface NotificationPicture {
  /** URL of the picture. */
  iconURL: string | null;
  /** Name to show if the picture cannot be loaded. */
  fallBackName: string | null;
  /** URL that the picture leads to. */
  iconRedirectURL: string | null;
}

/** An attached file. */
export interface NotificationAttachment {
  /** Type of the file. The service documents `pdf` only. */
  type: string | null;
  /** Name of the file. */
  fileName: string | null;
  /** URL of the file. */
  url: string | null;
}

/** A tag. */
export interface NotificationTag {
  /** Name of the tag. */
  tagName: string | null;
  /** URL that the tag leads to. */
  url: string | null;
  /** URL of the icon. */
  icon: string | null;
}

/** A button. */
export interface NotificationActionButton {
  /** Label of the button. */
  name: string | null;
  /** URL that the button leads to. */
  url: string | null;
  /** What the button does. The service documents `navigate` only. */
  onclickAction: string | null;
}

/** The buttons of a notification, each null if there is none. */
export interface NotificationActionButtons {
  /** The most prominent button. */
  primary: NotificationActionButton | null;
  /** The second button. */
  secondary: NotificationActionButton | null;
  /** The third button. */
  tertiary: NotificationActionButton | null;
}

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

/** Response of `notifications.retrieve()`. Only `id` and an object `payload` are required. */
export const notificationSchema = looseObject({
  id: requiredId,
  payload: payloadSchema,
  createdDate: nullableDate('createdDate'),
  isRead: nullableBoolean,
  productSpaceId: nullableString,
  uniqueCustomerId: nullableString,
});
