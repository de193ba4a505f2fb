import { nonEmptyString, strictObject } from './input.js';
import { looseObject, nullableString } from './lenient.js';

/** Query of `targetAudienceLists.updateStatus()`. */
export interface UpdateTargetAudienceListStatusInput {
  /** The new status. The service does not document its values. */
  status: string;
}

/** The status of a target audience list as the service reports it. */
export interface TargetAudienceListStatus {
  /** The service does not document the values. Null if the response does not contain it. */
  status: string | null;
}

export const updateTargetAudienceListStatusInputSchema = strictObject({ status: nonEmptyString });

/** Response of `targetAudienceLists.updateStatus()`. */
export const targetAudienceListStatusSchema = looseObject({ status: nullableString });
