import { looseObject, nullableString, unparsed } from './lenient.js';

/** The envelope of every response. */
export const envelopeSchema = looseObject({
  status: nullableString,
  message: nullableString,
  data: unparsed,
  metaData: unparsed,
  error: unparsed,
});
