import { post } from '../endpoint.js';
import { parseInput } from '../schemas/input.js';
import {
  type CreateProductSpaceInput,
  createProductSpaceInputSchema,
  type ProductSpace,
  productSpaceSchema,
} from '../schemas/product-space.js';
import { Resource, type ServerRequestOptions } from './resource.js';

/** Product spaces of the organization. */
export class ProductSpaces extends Resource {
  /**
   * Creates a product space in the organization. Never retried automatically.
   *
   * `POST /opm/product-spaces/`
   * @param input `name`
   * @returns the product space
   */
  async create(input: CreateProductSpaceInput, options?: ServerRequestOptions): Promise<ProductSpace> {
    const endpoint = post`/opm/product-spaces/`;
    return this.send(
      {
        endpoint,
        body: parseInput(createProductSpaceInputSchema, input, endpoint.name),
        schema: productSpaceSchema,
      },
      options,
    );
  }
}
