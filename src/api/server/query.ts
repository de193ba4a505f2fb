import { RequestError } from '../errors.js';

/** How an array goes into a query: `a=1&a=2`, `a[]=1&a[]=2` or `a=1,2`. */
export type ArrayFormat = 'repeat' | 'brackets' | 'comma';

type QueryValue = string | readonly string[] | undefined;

/** A query, from its question mark on. What is undefined or an empty array is left out. */
export function formatQuery(values: Record<string, QueryValue>, arrayFormat: ArrayFormat = 'repeat'): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => formatField(name, value, arrayFormat));
  return pairs.length ? `?${pairs.join('&')}` : '';
}

function formatField(name: string, value: QueryValue, arrayFormat: ArrayFormat): string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [`${name}=${encode(name, value)}`];
  const items = value.map((item) => encode(name, item));
  if (!items.length) return [];
  if (arrayFormat === 'comma') return [`${name}=${items.join(',')}`];
  return items.map((item) => `${name}${arrayFormat === 'brackets' ? '%5B%5D' : ''}=${item}`);
}

function encode(name: string, value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // Half a surrogate pair.
    throw new RequestError(name, 'of whole characters');
  }
}
