import { Page } from '../page.js';
import type { Operation, RequestOptions, Transport } from '../transport.js';
import { type ArrayFormat, formatQuery } from './query.js';

/** Options of one call of a server operation: `signal` and `timeout`. */
export type ServerRequestOptions = Pick<RequestOptions, 'signal' | 'timeout'>;

type PageQuery = Record<string, string | readonly string[] | undefined> & { page: string };

/** Requests one page of a list that takes `page`. The page can load the following ones with the same query. */
export async function sendPage<Item>(
  transport: Transport,
  operation: Operation<Item[]>,
  query: PageQuery,
  options: ServerRequestOptions | undefined,
  arrayFormat?: ArrayFormat,
): Promise<Page<Item>> {
  const request = { ...operation, query: formatQuery(query, operation.endpoint.name, arrayFormat) };
  const { data, metaData } = await transport.send(request, options);
  return new Page(data, metaData, {
    page: query.page,
    signal: options?.signal,
    loadPage: (page) => sendPage(transport, operation, { ...query, page }, options, arrayFormat),
  });
}
