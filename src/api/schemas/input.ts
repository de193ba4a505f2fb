import * as z from 'zod/mini';
import { RequestError } from '../errors.js';

// How input is written: strictly. Each schema's message says what the field must be.

/** A text. */
export const string = z.string('a string');

/** A text that says something, such as an id. */
export const filledString = z.string('a non-empty string').check(z.minLength(1, 'a non-empty string'));

/** The fields of an input, and no other: a misspelt one would be left out unnoticed. */
export const fields = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, 'an object');

/** A text of which some values are known: the editor offers those, and others pass. */
export const openEnum = <Known extends string>() =>
  z.custom<Known | (string & {})>((value) => typeof value === 'string', 'a string');

/** One word of a closed list. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `one of ${words.join(', ')}`);

/** Whatever JSON can say. */
export const json = <Value>() => z.custom<Value>(isJson, 'a JSON value');

function isJson(value: unknown): boolean {
  try {
    return typeof JSON.stringify(value) === 'string';
  } catch {
    return false;
  }
}

/** An array of the caller's, which is left as it is. */
export const arrayOf = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.readonly(z.array(schema, 'an array'));

/** A number of a page or of items on it: sent as the digits that the contract wants (section 8). */
export const digits = (fallback: string) =>
  z._default(
    z.pipe(
      z.custom<string | number>(
        // A number in its shortest form shows a sign, a point or an exponent where it is no whole number.
        (value) => ['string', 'number'].includes(typeof value) && /^[0-9]+$/.test(String(value)),
        'a whole number or a string of digits',
      ),
      z.transform(String),
    ),
    fallback,
  );

/** Page and size of a list (contract, sections 4.1 and 8). */
export const paging = { page: digits('1'), size: digits('25') };

/** The input as it goes out. @throws RequestError that names the first bad field and says what it should be */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys') {
    throw new RequestError([...issue.path, issue.keys[0]].join('.'), 'left out: there is no such field');
  }
  const field = issue?.path.length ? issue.path.join('.') : 'input';
  throw new RequestError(field, issue?.message ?? 'valid');
}
