import { Page } from '../page.js';
import type { Operation, RequestOptions, Transport } from '../transport.js';
import { type ArrayFormat, formatQuery } from './query.js';

/** What a call of a server operation may be given. */
export type ServerRequestOptions = Pick<RequestOptions, 'signal' | 'timeout'>;

type PagedQuery = Record<string, string | readonly string[] | undefined> & { page: string };

/** Asks for one page of a list that takes `page`, and has the page know how to ask for the next. */
export async function sendPage<Item>(
  transport: Transport,
  operation: Operation<Item[]>,
  query: PagedQuery,
  options: ServerRequestOptions | undefined,
  arrayFormat?: ArrayFormat,
): Promise<Page<Item>> {
  const sent = { ...operation, query: formatQuery(query, arrayFormat) };
  const { data, metaData } = await transport.send(sent, options);
  return new Page(data, metaData, {
    page: query.page,
    signal: options?.signal,
    ask: (page) => sendPage(transport, operation, { ...query, page }, options, arrayFormat),
  });
}
