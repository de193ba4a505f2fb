import type * as z from 'zod/mini';
import { fields, filledString } from './input.js';
import { looseObject, nullableString } from './lenient.js';

/** Query of #20 (contract, section 4.9). The allowed values of `status` are not documented. */
export const updateTargetAudienceListStatusInputSchema = fields({ status: filledString });

/** Answer of #20. */
export const targetAudienceListStatusSchema = looseObject({ status: nullableString });

/** What the service says of the list's status. */
export type TargetAudienceListStatus = z.infer<typeof targetAudienceListStatusSchema>;
export type UpdateTargetAudienceListStatusInput = z.input<typeof updateTargetAudienceListStatusInputSchema>;
