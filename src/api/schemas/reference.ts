import type * as z from 'zod/mini';
import { identifier, record } from './lenient.js';

/** What many operations answer: the id of the record that they wrote. */
export const referenceSchema = record({ id: identifier });

/** The id of the record that was written. */
export type Reference = z.infer<typeof referenceSchema>;
