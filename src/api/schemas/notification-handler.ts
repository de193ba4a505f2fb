import type * as z from 'zod/mini';
import { fields, openEnum, string } from './input.js';

/** Body of #23 (contract, sections 2.13 and 4.10). Other values of `recipientSourceType` are not documented. */
export const addRecipientInputSchema = fields({
  recipientSourceType: openEnum<'payload_based'>(),
  recipientSourceId: string,
});

export type AddRecipientInput = z.input<typeof addRecipientInputSchema>;
