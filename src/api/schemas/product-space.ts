import type * as z from 'zod/mini';
import { fields, string } from './input.js';
import { requiredId, looseObject, nullableString } from './lenient.js';

/** Product space (contract, section 2.12). */
export const productSpaceSchema = looseObject({
  id: requiredId,
  name: nullableString,
  description: nullableString,
  orgId: nullableString,
  code: nullableString,
});

/** Body of #14 (contract, section 4.6). */
export const createProductSpaceInputSchema = fields({ name: string });

/** A product space of the organization. */
export type ProductSpace = z.infer<typeof productSpaceSchema>;
export type CreateProductSpaceInput = z.input<typeof createProductSpaceInputSchema>;
