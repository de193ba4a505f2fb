import type * as z from 'zod/mini';
import { fields, filledString, oneOf } from './input.js';
import { requiredId, looseObject } from './lenient.js';

/** Query of #19 (contract, section 4.8). */
export const retrieveDownloadUrlInputSchema = fields({
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
  mediaManagerId: filledString,
});

/** Answer of #19: nothing without its one field, as a record is nothing without its id. */
export const downloadUrlSchema = looseObject({ downloadUrl: requiredId });

/** A signed URL: whoever has it may download. */
export type DownloadUrl = z.infer<typeof downloadUrlSchema>;
export type RetrieveDownloadUrlInput = z.input<typeof retrieveDownloadUrlInputSchema>;
