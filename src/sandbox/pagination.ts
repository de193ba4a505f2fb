import { type MetaData, ServiceError } from './envelope.js';

/** The page of a list that the query selects by `page` (default `1`) and `size` (default `25`), both strings of digits. */
export function paginate<Item>(
  items: readonly Item[],
  query: URLSearchParams,
): { data: Item[]; metaData: MetaData } {
  const page = parseCount(query, 'page', 1);
  const pageSize = parseCount(query, 'size', 25);
  const start = (page - 1) * pageSize;
  return {
    data: items.slice(start, start + pageSize),
    metaData: { page, hasMore: start + pageSize < items.length, pageSize, count: items.length },
  };
}

/** All items on one page, for the lists that have `metaData` but take no `page` (`customerPools.list()`, `projects.listServices()`). */
export function singlePage<Item>(items: readonly Item[]): { data: readonly Item[]; metaData: MetaData } {
  return { data: items, metaData: { page: 1, hasMore: false, pageSize: items.length, count: items.length } };
}

function parseCount(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name) ?? String(fallback);
  if (!/^[0-9]+$/.test(text)) throw new ServiceError(400, `${name} must be a string of digits.`);
  const count = Number(text);
  if (count < 1 || !Number.isSafeInteger(count)) throw new ServiceError(400, `${name} is out of range.`);
  return count;
}
