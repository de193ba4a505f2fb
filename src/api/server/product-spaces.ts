import { path } from '../path.js';
import { parseInput } from '../schemas/input.js';
import {
  type CreateProductSpaceInput,
  createProductSpaceInputSchema,
  type ProductSpace,
  productSpaceSchema,
} from '../schemas/product-space.js';
import type { Transport } from '../transport.js';
import type { ServerRequestOptions } from './send-page.js';

/** Product spaces of the organization. */
export class ProductSpaces {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a product space in the organization. Never retried automatically.
   *
   * `POST /opm/product-spaces/`
   * @param input `name`
   * @returns the product space
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async create(input: CreateProductSpaceInput, options?: ServerRequestOptions): Promise<ProductSpace> {
    const operation = {
      method: 'POST',
      path: path`/opm/product-spaces/`,
      body: parseInput(createProductSpaceInputSchema, input),
      schema: productSpaceSchema,
    } as const;
    const { data } = await this.#transport.send(operation, options);
    return data;
  }
}
