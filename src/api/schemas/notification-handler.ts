import { openEnum, strictObject, string } from './input.js';

/** Body of `notificationHandlers.addRecipient()`. */
export interface AddRecipientInput {
  /** Kind of the source. The service documents `payload_based` only. */
  recipientSourceType: 'payload_based' | (string & {});
  /** Id of the source. */
  recipientSourceId: string;
}

export const addRecipientInputSchema = strictObject({
  recipientSourceType: openEnum<'payload_based'>(),
  recipientSourceId: string,
});
