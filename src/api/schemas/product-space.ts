import type * as z from 'zod/mini';
import { fields, string } from './input.js';
import { identifier, record, text } from './lenient.js';

/** Product space (contract, section 2.12). */
export const productSpaceSchema = record({
  id: identifier,
  name: text,
  description: text,
  orgId: text,
  code: text,
});

/** Body of #14 (contract, section 4.6). */
export const createProductSpaceInputSchema = fields({ name: string });

/** A product space of the organization. */
export type ProductSpace = z.infer<typeof productSpaceSchema>;
export type CreateProductSpaceInput = z.input<typeof createProductSpaceInputSchema>;
