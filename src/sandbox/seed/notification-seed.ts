import type {
  NotificationAvatar,
  NotificationButton,
  NotificationFields,
  NotificationTag,
  SandboxOptions,
} from '../types.js';
import { pictures } from './pictures.js';

/** A seeded notification. */
export interface NotificationSeed {
  /** Milliseconds since its `createdDate`. */
  age: number;
  isRead: boolean;
  payload: NotificationFields;
}

/** Creates the URLs of seeded pictures and files. */
export interface SeedLinks {
  picture(name: string): string;
  file(name: string): string;
}

/** Pictures are part of the records, unless the sandbox options name an address for them. */
export function createSeedLinks({ pictureBase, fileBase = '/files/' }: SandboxOptions): SeedLinks {
  return {
    picture: (name) =>
      pictureBase === undefined ? `data:image/webp;base64,${pictures[name]}` : `${pictureBase}${name}.svg`,
    file: (name) => `${fileBase}${name}`,
  };
}

export function navigate(name: string, url: string): NotificationButton {
  return { name, url, onclickAction: 'navigate' };
}

export function tag(tagName: string, url = '', icon = ''): NotificationTag {
  return { tagName, url, icon };
}

/** The avatars of people and companies in the seeded notifications. */
export interface Senders {
  shop: NotificationAvatar;
  carrier: NotificationAvatar;
  amelia: NotificationAvatar;
  ravi: NotificationAvatar;
  lotte: NotificationAvatar;
  omar: NotificationAvatar;
  mei: NotificationAvatar;
  ann: NotificationAvatar;
  /** Has no picture, as Priya. */
  jonas: NotificationAvatar;
  priya: NotificationAvatar;
}

export function createSenders({ picture }: SeedLinks): Senders {
  const sender = (name: string, iconURL: string, iconRedirectURL = '') => ({
    iconURL,
    fallBackName: name,
    iconRedirectURL,
  });
  return {
    shop: sender('Harbour & Pine', picture('shop'), '/'),
    carrier: sender('Swift Parcel', picture('carrier')),
    amelia: sender('Amelia Marsh', picture('amelia'), '/people/amelia'),
    ravi: sender('Ravi Kumar', picture('ravi'), '/people/ravi'),
    lotte: sender('Lotte Olsen', picture('lotte'), '/people/lotte'),
    omar: sender('عمر حداد', picture('omar'), '/people/omar'),
    mei: sender('Mei Lin', picture('mei'), '/people/mei'),
    ann: sender('👩‍🚀 Ann', picture('ann'), '/people/ann'),
    jonas: sender('Jonas Weber', '', '/people/jonas'),
    priya: sender('Priya Shah', ''),
  };
}
