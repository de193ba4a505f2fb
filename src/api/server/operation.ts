import type * as z from 'zod/mini';
import { createEndpoint, type Endpoint, type IdsOf } from '../endpoint.js';
import { Page } from '../page.js';
import type { Schema } from '../response.js';
import { ResponseError } from '../response-error.js';
import { parseInput } from '../schemas/input.js';
import type { RequestOptions, Transport } from '../transport.js';
import { type ArrayFormat, formatQuery } from './query.js';

/** Options of one call of a server operation: `signal` and `timeout`. */
export type ServerRequestOptions = Pick<RequestOptions, 'signal' | 'timeout'>;

type Query = Record<string, string | readonly string[] | undefined>;
type PageQuery = Query & { page: string };

/** Sends what the operations of a client have in common. */
export interface Sender {
  readonly transport: Transport;
  readonly arrayFormat: ArrayFormat | undefined;
}

/**
 * One operation of the service, from its route to its method: what it sends, and then what it returns. A method validates
 * its ids, then its input, and rejects before anything is sent if one is invalid.
 *
 * @example
 * operation('PUT /nudge/send-policy/subtype/{subtypeId}').body<UpdateSubtypeInput>(inputSchema).returns<Reference>(schema);
 */
export class Operation<Route extends string, Ids extends IdsOf<Route> = IdsOf<Route>> {
  readonly #sender: Sender;
  readonly #route: Route;
  readonly #idsSchema: z.ZodMiniType | undefined;

  constructor(sender: Sender, route: Route, idsSchema?: z.ZodMiniType<unknown, Ids>) {
    this.#sender = sender;
    this.#route = route;
    this.#idsSchema = idsSchema;
  }

  /** Ids of which some have a closed list of values. */
  ids<Narrow extends IdsOf<Route>>(schema: z.ZodMiniType<unknown, Narrow>): Operation<Route, Narrow> {
    return new Operation(this.#sender, this.#route, schema);
  }

  /**
   * A method without an input that returns what the schema parses.
   *
   * @param idsOf finds ids in the response that have to be the requested ones
   */
  returns<Data>(schema: Schema<Data>, idsOf?: (data: Data) => Partial<Ids>) {
    return async (ids: Ids, options?: ServerRequestOptions): Promise<Data> => {
      const endpoint = this.#createEndpoint(ids);
      const { data } = await this.#sender.transport.send({ endpoint, schema }, options);
      const requested: Readonly<Record<string, unknown>> = ids;
      if (Object.entries(idsOf?.(data) ?? {}).some(([name, id]) => id !== requested[name]))
        throw new ResponseError('the response contains a different record', endpoint.name);
      return data;
    };
  }

  /** A method without an input that returns a list of which the service documents no second page. */
  returnsOnlyPage<Item>(schema: Schema<Item[]>) {
    return async (ids: Ids, options?: ServerRequestOptions): Promise<Page<Item>> => {
      const endpoint = this.#createEndpoint(ids);
      const { data, metaData } = await this.#sender.transport.send({ endpoint, schema }, options);
      return new Page(data, metaData);
    };
  }

  /** Sends an input as JSON. */
  body<Input>(inputSchema: z.ZodMiniType<unknown, Input>) {
    return {
      returns:
        <Data>(schema: Schema<Data>) =>
        async (ids: Ids, input: Input, options?: ServerRequestOptions): Promise<Data> => {
          const endpoint = this.#createEndpoint(ids);
          const body = parseInput(inputSchema, input, endpoint.name);
          const { data } = await this.#sender.transport.send({ endpoint, body, schema }, options);
          return data;
        },
    };
  }

  /** Sends an input as the query. */
  query<Input>(inputSchema: z.ZodMiniType<Query, Input>) {
    return {
      returns:
        <Data>(schema: Schema<Data>) =>
        async (ids: Ids, input: Input, options?: ServerRequestOptions): Promise<Data> => {
          const endpoint = this.#createEndpoint(ids);
          const query = formatQuery(parseInput(inputSchema, input, endpoint.name), endpoint.name);
          const { data } = await this.#sender.transport.send({ endpoint, query, schema }, options);
          return data;
        },
    };
  }

  /** Sends an input as the query, from a page that the result continues. */
  pageQuery<Input>(inputSchema: z.ZodMiniType<PageQuery, Input>) {
    return {
      returnsPage:
        <Item>(schema: Schema<Item[]>) =>
        async (ids: Ids, input: Input, options?: ServerRequestOptions): Promise<Page<Item>> => {
          const endpoint = this.#createEndpoint(ids);
          return this.#sendPage(endpoint, parseInput(inputSchema, input, endpoint.name), schema, options);
        },
    };
  }

  /** The same for an input that may be left out. */
  optionalPageQuery<Input>(inputSchema: z.ZodMiniType<PageQuery, Input>) {
    return {
      returnsPage:
        <Item>(schema: Schema<Item[]>) =>
        async (ids: Ids, input?: Input, options?: ServerRequestOptions): Promise<Page<Item>> => {
          const endpoint = this.#createEndpoint(ids);
          const query = parseInput(inputSchema, input === undefined ? {} : input, endpoint.name);
          return this.#sendPage(endpoint, query, schema, options);
        },
    };
  }

  #createEndpoint(ids: Ids): Endpoint {
    const endpoint = createEndpoint(this.#route, ids);
    if (this.#idsSchema) parseInput(this.#idsSchema, ids, endpoint.name);
    return endpoint;
  }

  /** Requests one page of a list. The page can load the following ones with the same query. */
  async #sendPage<Item>(
    endpoint: Endpoint,
    query: PageQuery,
    schema: Schema<Item[]>,
    options: ServerRequestOptions | undefined,
  ): Promise<Page<Item>> {
    const { transport, arrayFormat } = this.#sender;
    const request = { endpoint, query: formatQuery(query, endpoint.name, arrayFormat), schema };
    const { data, metaData } = await transport.send(request, options);
    return new Page(data, metaData, {
      page: query.page,
      signal: options?.signal,
      loadPage: (page) => this.#sendPage(endpoint, { ...query, page }, schema, options),
    });
  }
}

/** The method of an operation whose route has no ids. */
export const withoutIds =
  <Input, Data>(method: (ids: object, input: Input, options?: ServerRequestOptions) => Promise<Data>) =>
  (input: Input, options?: ServerRequestOptions): Promise<Data> =>
    method({}, input, options);
