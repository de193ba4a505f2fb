import * as z from 'zod/mini';
import { nullableString } from './lenient.js';

/** The envelope of every response (contract, section 2.1). `data`, `metaData` and `error` are kept unparsed. */
export const envelopeSchema = z.looseObject({ status: nullableString, message: nullableString });
