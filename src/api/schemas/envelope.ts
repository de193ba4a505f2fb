import * as z from 'zod/mini';
import { nullableString } from './lenient.js';

/** What every answer is wrapped in (contract, section 2.1). `data`, `metaData` and `error` are kept as they came. */
export const envelopeSchema = z.looseObject({ status: nullableString, message: nullableString });
