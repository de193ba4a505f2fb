import * as z from 'zod/mini';
import { isObject } from '../../common/type-guards.js';
import { RequestError } from '../errors.js';
import { expectation } from '../expectation.js';

// Input is validated strictly. The message of each schema says what the field must be.

/** A string, which may be empty. */
export const string = z.string('a string');

/** A string that is not empty, such as an id. */
export const nonEmptyString = z.string('a non-empty string').check(z.minLength(1, 'a non-empty string'));

/** An object without unknown fields, because a misspelled field would otherwise be ignored silently. */
export const strictObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, 'an object');

/** A string. Editors suggest the known values; other strings are valid too. */
export const openEnum = <Known extends string>() =>
  z.custom<Known | (string & {})>((value) => typeof value === 'string', 'a string');

/** One of the given values. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `one of ${values.join(', ')}`);

/** Any value that JSON can represent. */
export const jsonValue = <Value>() => z.custom<Value>(isJson, 'a JSON value');

function isJson(value: unknown): boolean {
  try {
    return typeof JSON.stringify(value) === 'string';
  } catch {
    return false;
  }
}

/** An array, which is not modified. */
export const arrayOf = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.readonly(z.array(schema, 'an array'));

/** A page number or page size. The service requires a string of digits. */
const digits = (defaultValue: string) =>
  z._default(
    z.pipe(
      z.custom<string | number>(
        // The string of a number that is not whole or not positive has a sign, a point or an exponent.
        (value) => ['string', 'number'].includes(typeof value) && /^[0-9]+$/.test(String(value)),
        'a whole number or a string of digits',
      ),
      z.transform(String),
    ),
    defaultValue,
  );

/** Which page of a list to request. */
export interface PageInput {
  /** Page number, as a whole number or a string of digits. Default: 1. */
  page?: string | number | undefined;
  /** Items per page, as a whole number or a string of digits. Default: 25. */
  size?: string | number | undefined;
}

/** The fields of a {@link PageInput}. */
export const pageFields = { page: digits('1'), size: digits('25') };

function property(value: unknown, key: PropertyKey): unknown {
  return isObject(value) ? value[String(key)] : undefined;
}

/**
 * Validates input and returns it as it is sent.
 *
 * @param operation Method and path template, for messages.
 * @throws RequestError that names the first invalid field and says what it must be
 */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  operation: string,
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const field = [...issue.path, issue.keys[0]].join('.');
    throw new RequestError(field, 'left out: there is no such field', operation);
  }
  const field = issue?.path.length ? issue.path.join('.') : 'input';
  let value: unknown = issue?.path.length ? input : null;
  for (const key of issue?.path ?? []) value = property(value, key);
  throw new RequestError(field, expectation(issue?.message ?? 'valid', value), operation);
}
