import { RequestError } from '../errors.js';
import { looseObject, nullableBoolean, nullableString } from './lenient.js';

/** Body of #6: a customer's preference for one notification group (contract, section 2.13). */
export interface GroupPreferenceInput {
  /** Whether the customer has switched the group off. */
  isGroupNotificationOff: boolean;
}

/** The result of saving a preference (contract, section 4.2). */
export interface PreferenceStatus {
  /** The contract does not document the values. Null if the response does not contain it. */
  status: string | null;
}

const groupPreferenceSchema = looseObject({ isGroupNotificationOff: nullableBoolean });

/** Response of #6. */
export const preferenceStatusSchema = looseObject({ status: nullableString });

/**
 * Validates the body of #6. Written without input.ts, which would add to the size of the host page.
 *
 * @throws RequestError if `isGroupNotificationOff` is not a boolean
 */
export function parseGroupPreference(input: unknown): GroupPreferenceInput {
  const isGroupNotificationOff = groupPreferenceSchema.safeParse(input).data?.isGroupNotificationOff;
  if (typeof isGroupNotificationOff === 'boolean') return { isGroupNotificationOff };
  throw new RequestError('isGroupNotificationOff', 'true or false');
}
