import { isObject } from '../../common/type-guards.js';
import { RequestError } from '../errors.js';
import { expectation } from '../expectation.js';
import { looseObject, nullableString } from './lenient.js';

/** Body of `preferences.setGroup()`: a customer's preference for one notification group. */
export interface GroupPreferenceInput {
  /** Whether the customer has switched the group off. */
  isGroupNotificationOff: boolean;
}

/** The result of saving a preference. */
export interface PreferenceStatus {
  /** The service does not document the values. Null if the response does not contain it. */
  status: string | null;
}

/** Response of `preferences.setGroup()`. */
export const preferenceStatusSchema = looseObject({ status: nullableString });

/**
 * Validates the body of `preferences.setGroup()`. Written without input.ts, which would add to the size of the host page.
 *
 * @param operation Method and path template, for messages.
 * @throws RequestError if `isGroupNotificationOff` is not a boolean, or if there is another field, which it names
 */
export function parseGroupPreference(input: unknown, operation: string): GroupPreferenceInput {
  const { isGroupNotificationOff, ...others } = isObject(input) ? input : {};
  if (typeof isGroupNotificationOff !== 'boolean') {
    const expected = expectation('true or false', isGroupNotificationOff);
    throw new RequestError('isGroupNotificationOff', expected, operation);
  }
  const [unknownField] = Object.keys(others);
  if (unknownField !== undefined)
    throw new RequestError(unknownField, 'left out: there is no such field', operation);
  return { isGroupNotificationOff };
}
