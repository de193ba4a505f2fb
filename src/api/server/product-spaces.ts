import { post } from '../endpoint.js';
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
    const endpoint = post`/opm/product-spaces/`;
    const operation = {
      endpoint,
      body: parseInput(createProductSpaceInputSchema, input, endpoint.name),
      schema: productSpaceSchema,
    };
    const { data } = await this.#transport.send(operation, options);
    return data;
  }
}
