import type * as z from 'zod/mini';
import { RequestError } from '../errors.js';
import { nullableBoolean, looseObject, nullableString } from './lenient.js';

/** A customer's choice for one notification group (contract, section 2.13). */
export interface GroupPreferenceInput {
  /** Whether the customer wants nothing from this group. */
  isGroupNotificationOff: boolean;
}

const groupPreferenceSchema = looseObject({ isGroupNotificationOff: nullableBoolean });

/** The body of #6, if the input is one. */
export function parseGroupPreference(input: unknown): GroupPreferenceInput {
  const isGroupNotificationOff = groupPreferenceSchema.safeParse(input).data?.isGroupNotificationOff;
  if (typeof isGroupNotificationOff === 'boolean') return { isGroupNotificationOff };
  throw new RequestError('isGroupNotificationOff', 'true or false');
}

/** Answer of #6 (contract, section 4.2). */
export const preferenceStatusSchema = looseObject({ status: nullableString });

/** What the service says of a saved choice. The values of `status` are not documented. */
export type PreferenceStatus = z.infer<typeof preferenceStatusSchema>;
