import { looseObject, nullableString, requiredId } from './lenient.js';

/** A reference to the record that an operation has created or updated. */
export interface Reference {
  /** Id of the record. */
  id: string;
}

/** The id and name of a record that another record belongs to. Fields that the response does not contain are null. */
export interface NamedReference {
  /** Id of the record. */
  id: string | null;
  /** Name of the record. */
  name: string | null;
}

/** Response of the operations that create or update a record. */
export const referenceSchema = looseObject({ id: requiredId });

export const namedReferenceSchema = looseObject({ id: nullableString, name: nullableString });
