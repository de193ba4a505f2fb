import { nonEmptyString, strictObject } from './input.js';
import { looseObject, nullableString } from './lenient.js';

/** Query of #20 (contract, section 4.9). */
export interface UpdateTargetAudienceListStatusInput {
  /** The new status. The contract does not document its values. */
  status: string;
}

/** The status of a target audience list as the service reports it (contract, section 4.9). */
export interface TargetAudienceListStatus {
  /** The contract does not document the values. Null if the response does not contain it. */
  status: string | null;
}

export const updateTargetAudienceListStatusInputSchema = strictObject({ status: nonEmptyString });

/** Response of #20. */
export const targetAudienceListStatusSchema = looseObject({ status: nullableString });
