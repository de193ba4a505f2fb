import { looseObject, nullableString, unparsed } from './lenient.js';

/** The envelope of every response (contract, section 2.1). */
export const envelopeSchema = looseObject({
  status: nullableString,
  message: nullableString,
  data: unparsed,
  metaData: unparsed,
  error: unparsed,
});
