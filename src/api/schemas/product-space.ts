import { strictObject, string } from './input.js';
import { looseObject, nullableString, requiredId } from './lenient.js';

/** A product space of the organization. Fields that the response does not contain are null. */
export interface ProductSpace {
  /** Id of the product space. */
  id: string;
  /** Name of the product space. */
  name: string | null;
  /** Description of the product space. */
  description: string | null;
  /** Id of the organization. */
  orgId: string | null;
  /** Code of the product space. */
  code: string | null;
}

/** Body of `productSpaces.create()`. */
export interface CreateProductSpaceInput {
  /** Name of the product space. */
  name: string;
}

/** Response of `productSpaces.create()`. */
export const productSpaceSchema = looseObject({
  id: requiredId,
  name: nullableString,
  description: nullableString,
  orgId: nullableString,
  code: nullableString,
});

export const createProductSpaceInputSchema = strictObject({ name: string });
