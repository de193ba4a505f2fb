import { nonEmptyString, oneOf, strictObject } from './input.js';
import { looseObject, requiredId } from './lenient.js';

/** What an item of the media manager belongs to. */
export type MediaContext =
  | 'customerPoolCsv'
  | 'failedCustomerPoolCsv'
  | 'templateImage'
  | 'templateAttachment'
  | 'projectDownload'
  | 'memberProfile'
  | 'profile'
  | 'archive';

/** Query of `media.retrieveDownloadUrl()`. */
export interface RetrieveDownloadUrlInput {
  /** What the item belongs to. */
  context: MediaContext;
  /** Id of the item. */
  mediaManagerId: string;
}

/** A signed URL. */
export interface DownloadUrl {
  /** Anyone who has this URL can download the item, so do not log it. */
  downloadUrl: string;
}

export const retrieveDownloadUrlInputSchema = strictObject({
  context: oneOf([
    'customerPoolCsv',
    'failedCustomerPoolCsv',
    'templateImage',
    'templateAttachment',
    'projectDownload',
    'memberProfile',
    'profile',
    'archive',
  ]),
  mediaManagerId: nonEmptyString,
});

/** Response of `media.retrieveDownloadUrl()`. Required like an id, because the response is useless without it. */
export const downloadUrlSchema = looseObject({ downloadUrl: requiredId });
