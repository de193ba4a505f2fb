import { ServiceError } from './envelope.js';

/** The parameter's value. Throws a 400 if it is missing or empty. */
export function requireParameter(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (!value) throw new ServiceError(400, `${name} is required.`);
  return value;
}

export function requireEnumParameter<Value extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly Value[],
): Value {
  return parseEnum(name, requireParameter(query, name), allowed);
}

export function optionalEnumParameter<Value extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly Value[],
): Value | undefined {
  const value = query.get(name);
  return value === null ? undefined : parseEnum(name, value, allowed);
}

/** Throws a 400 if the value is not among those allowed. */
export function parseEnum<Value extends string>(
  name: string,
  value: string,
  allowed: readonly Value[],
): Value {
  const match = allowed.find((candidate) => candidate === value);
  if (match === undefined) throw new ServiceError(400, `${name} must be one of ${allowed.join(', ')}.`);
  return match;
}

/** All values of a parameter. The service does not define how to write an array, so each common way is accepted: `a=1&a=2`, `a[]=1&a[]=2`, `a=1,2`. */
export function parseList(query: URLSearchParams, name: string): string[] {
  const values = [...query.getAll(name), ...query.getAll(`${name}[]`)];
  return values.flatMap((value) => value.split(',')).filter((value) => value !== '');
}

/** Returns a predicate: whether any of the texts contains the search term. Without a term, everything matches. */
export function createSearch(query: URLSearchParams, name: string): (...texts: string[]) => boolean {
  const term = query.get(name)?.trim().toLowerCase() ?? '';
  return (...texts) => texts.some((text) => text.toLowerCase().includes(term));
}
