import type * as z from 'zod/mini';
import { requiredId, looseObject } from './lenient.js';

/** What many operations answer: the id of the record that they wrote. */
export const referenceSchema = looseObject({ id: requiredId });

/** The id of the record that was written. */
export type Reference = z.infer<typeof referenceSchema>;
