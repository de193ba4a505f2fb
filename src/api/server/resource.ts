import type { Endpoint } from '../endpoint.js';
import { Page } from '../page.js';
import { ResponseError } from '../response-error.js';
import type { Operation, RequestOptions, Transport } from '../transport.js';
import { type ArrayFormat, formatQuery } from './query.js';

/** Options of one call of a server operation: `signal` and `timeout`. */
export type ServerRequestOptions = Pick<RequestOptions, 'signal' | 'timeout'>;

type PageQuery = Record<string, string | readonly string[] | undefined> & { page: string };

/**
 * A resource of the service, with a method for each of its operations. Every method spreads its ids, so that a call without
 * any rejects with the error that names the first one.
 *
 * Each rejects with a RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError or ResponseError, or with the
 * signal's reason.
 */
export abstract class Resource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sends a request. Resolves with the data of its response. */
  protected async send<Data>(
    operation: Operation<Data>,
    options: ServerRequestOptions | undefined,
  ): Promise<Data> {
    const { data } = await this.#transport.send(operation, options);
    return data;
  }

  /** Requests a list of which the service documents no second page. */
  protected async sendOnlyPage<Item>(
    operation: Operation<Item[]>,
    options: ServerRequestOptions | undefined,
  ): Promise<Page<Item>> {
    const { data, metaData } = await this.#transport.send(operation, options);
    return new Page(data, metaData);
  }

  /** Requests one page of a list that takes `page`. The page can load the following ones with the same query. */
  protected async sendPage<Item>(
    operation: Operation<Item[]>,
    query: PageQuery,
    options: ServerRequestOptions | undefined,
    arrayFormat?: ArrayFormat,
  ): Promise<Page<Item>> {
    const request = { ...operation, query: formatQuery(query, operation.endpoint.name, arrayFormat) };
    const { data, metaData } = await this.#transport.send(request, options);
    return new Page(data, metaData, {
      page: query.page,
      signal: options?.signal,
      loadPage: (page) => this.sendPage(operation, { ...query, page }, options, arrayFormat),
    });
  }
}

/** @throws ResponseError if the id of the record in the response is not the requested one */
export function assertSameId({ name }: Endpoint, id: string, requestedId: string): void {
  if (id !== requestedId) throw new ResponseError('the response contains a different record', name);
}
