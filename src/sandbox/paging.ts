import { type MetaData, ServiceError } from './envelope.js';

/** One page of a list, as `page` and `size` of the query want it (contract §8): strings of digits, `1` and `25` by default. */
export function paginate<Item>(
  items: readonly Item[],
  query: URLSearchParams,
): { data: Item[]; metaData: MetaData } {
  const page = readCount(query, 'page', 1);
  const pageSize = readCount(query, 'size', 25);
  const start = (page - 1) * pageSize;
  return {
    data: items.slice(start, start + pageSize),
    metaData: { page, hasMore: start + pageSize < items.length, pageSize, count: items.length },
  };
}

/** Everything on one page, for the lists that carry metaData but are asked for no page (#5, #16). */
export function singlePage<Item>(items: readonly Item[]): { data: readonly Item[]; metaData: MetaData } {
  return { data: items, metaData: { page: 1, hasMore: false, pageSize: items.length, count: items.length } };
}

function readCount(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name) ?? String(fallback);
  if (!/^[0-9]+$/.test(text)) throw new ServiceError(400, `${name} must be a string of digits.`);
  const count = Number(text);
  if (count < 1 || !Number.isSafeInteger(count)) throw new ServiceError(400, `${name} is out of range.`);
  return count;
}
