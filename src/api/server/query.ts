import { RequestError } from '../errors.js';

/** How an array is sent in a query: `a=1&a=2`, `a[]=1&a[]=2` or `a=1,2`. */
export type ArrayFormat = 'repeat' | 'brackets' | 'comma';

type QueryValue = string | readonly string[] | undefined;

/**
 * Formats a query with its leading question mark. Undefined values and empty arrays are omitted.
 *
 * @param operation Method and path template, for messages.
 * @throws RequestError if a value is not well-formed Unicode
 */
export function formatQuery(
  values: Record<string, QueryValue>,
  operation: string,
  arrayFormat: ArrayFormat = 'repeat',
): string {
  const encode = (name: string, value: string): string => {
    try {
      return encodeURIComponent(value);
    } catch {
      // It throws on a lone surrogate.
      throw new RequestError(name, 'well-formed Unicode', operation);
    }
  };
  const formatField = (name: string, value: QueryValue): string[] => {
    if (value === undefined) return [];
    if (typeof value === 'string') return [`${name}=${encode(name, value)}`];
    const items = value.map((item) => encode(name, item));
    if (!items.length) return [];
    if (arrayFormat === 'comma') return [`${name}=${items.join(',')}`];
    return items.map((item) => `${name}${arrayFormat === 'brackets' ? '%5B%5D' : ''}=${item}`);
  };
  const pairs = Object.entries(values).flatMap(([name, value]) => formatField(name, value));
  return pairs.length ? `?${pairs.join('&')}` : '';
}
