import { openEnum, strictObject, string } from './input.js';

/** Body of #23 (contract, sections 2.13 and 4.10). */
export interface AddRecipientInput {
  /** Kind of the source. The contract documents `payload_based` only. */
  recipientSourceType: 'payload_based' | (string & {});
  /** Id of the source. */
  recipientSourceId: string;
}

export const addRecipientInputSchema = strictObject({
  recipientSourceType: openEnum<'payload_based'>(),
  recipientSourceId: string,
});
