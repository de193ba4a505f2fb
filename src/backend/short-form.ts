import { isObject } from '../common/type-guards.js';

/**
 * An avatar, or an image that is attached.
 *
 * @since next
 */
export interface DeliveredPicture {
  /** URL of the picture. */
  iconURL?: string | null;
  /** Its name, for those who do not see it. The initials stand in its place if it cannot be loaded. */
  fallBackName?: string | null;
  /** URL that it leads to. */
  iconRedirectURL?: string | null;
}

/**
 * A file that is attached.
 *
 * @since next
 */
export interface DeliveredAttachment {
  /** Type of the file, such as `pdf`. */
  type?: string | null;
  /** Its name. */
  fileName?: string | null;
  /** Its URL. */
  url?: string | null;
}

/**
 * A tag.
 *
 * @since next
 */
export interface DeliveredTag {
  /** Its name. */
  tagName: string;
  /** URL that it leads to. */
  url?: string | null;
  /** URL of its icon. */
  icon?: string | null;
}

/**
 * A button.
 *
 * @since next
 */
export interface DeliveredButton {
  /** Its label. */
  name: string;
  /** URL that it leads to. */
  url?: string | null;
  /** What it does: `navigate` follows the URL; others are for your page, or for `onAction`. */
  onclickAction?: string | null;
}

/**
 * What a notification shows, in the short form: its record is made of it. With a `record`, none of it may be there.
 *
 * @since next
 */
export interface DeliveredContent {
  /** Title. */
  title?: string | null;
  /** Line below the title. */
  subTitle?: string | null;
  /** Text. */
  body?: string | null;
  /** URL that the notification as a whole leads to: the `itemRedirect` of its record. */
  url?: string | null;
  /** Whom or what it is from. */
  avatar?: readonly DeliveredPicture[] | null;
  /** Images that are attached. */
  attachmentsImage?: readonly DeliveredPicture[] | null;
  /** Files that are attached. */
  attachments?: readonly DeliveredAttachment[] | null;
  /** Buttons: `primary` is the most prominent one. */
  actionButtons?: {
    primary?: DeliveredButton | null;
    secondary?: DeliveredButton | null;
    tertiary?: DeliveredButton | null;
  } | null;
}

/** Throws a TypeError that names the field if its value is not what it should be. */
type Check = (value: unknown, name: string) => void;

const text: Check = (value, name) => {
  if (typeof value !== 'string') throw new TypeError(`${name} must be a string.`);
};

/** Checks an object, in which no other field is meant. */
const objectOf =
  (fields: Readonly<Record<string, Check>>, required?: string): Check =>
  (value, name) => {
    if (!isObject(value) || Array.isArray(value)) throw new TypeError(`${name} must be an object.`);
    for (const [field, content] of Object.entries(value)) {
      const check = Object.hasOwn(fields, field) ? fields[field] : undefined;
      if (!check) throw new TypeError(`${name} may only have ${Object.keys(fields).join(', ')}.`);
      if (isGiven(content)) check(content, `${name}.${field}`);
    }
    if (required !== undefined && !isGiven(value[required]))
      throw new TypeError(`${name} must have a ${required}.`);
  };

const listOf =
  (check: Check): Check =>
  (value, name) => {
    if (!Array.isArray(value)) throw new TypeError(`${name} must be a list.`);
    value.forEach((item: unknown, index) => check(item, `${name}[${index}]`));
  };

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const pictures = listOf(objectOf({ iconURL: text, fallBackName: text, iconRedirectURL: text }));
const button = objectOf({ name: text, url: text, onclickAction: text }, 'name');
const tag = objectOf({ tagName: text, url: text, icon: text }, 'tagName');

/** The fields of the short form. */
const checks = {
  title: text,
  subTitle: text,
  body: text,
  url: text,
  avatar: pictures,
  attachmentsImage: pictures,
  attachments: listOf(objectOf({ type: text, fileName: text, url: text })),
  actionButtons: objectOf({ primary: button, secondary: button, tertiary: button }),
} satisfies Record<keyof DeliveredContent, Check>;

export const contentFields: readonly string[] = Object.keys(checks);

/**
 * Makes the payload of a record from the short form of a notification: null if that has no field of the short form.
 *
 * @throws TypeError that names the field if one is invalid, or if there is a record, too
 */
export function makePayload(notification: Record<string, unknown>): Record<string, unknown> | null {
  const { record, tags } = notification;
  const given = Object.entries(checks).filter(([name]) => isGiven(notification[name]));
  const hasTagObjects = Array.isArray(tags) && tags.some(isObject);
  const [first] = given.map(([name]) => name);
  if (first === undefined && !hasTagObjects) return null;
  if (isGiven(record))
    throw new TypeError(`${first ?? 'tags'} must be in the record: the short form makes one of its own.`);
  for (const [name, check] of given) check(notification[name], name);
  if (!notification.title && !notification.body)
    throw new TypeError('A notification in the short form must have a title or a body.');
  const { url, ...content } = Object.fromEntries(given.map(([name]) => [name, notification[name]]));
  return {
    ...content,
    ...(url !== undefined && { itemRedirect: url }),
    ...(isGiven(tags) && { tags: parseTags(tags) }),
  };
}

/** Tags of the short form, each a name or an object, as a record has them. */
function parseTags(tags: unknown): unknown[] {
  if (!Array.isArray(tags)) throw new TypeError('tags must be a list of names or tags.');
  return tags.map((item: unknown, index) => {
    if (typeof item === 'string') return { tagName: item };
    tag(item, `tags[${index}]`);
    return item;
  });
}
