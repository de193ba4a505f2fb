import { $ZodError, _safeParse, type ParsePayload } from 'zod/v4/core';
import * as z from 'zod/mini';
import { parseDate } from '../../common/dates.js';
import { fieldNames, reportOtherStyles } from '../../common/field-names.js';
import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';

// Responses are parsed leniently: unknown fields are kept, and a documented field that is absent, null or of another type
// becomes null (an array becomes empty), so that a change at the service costs a detail and not the whole record.
//
// Of zod only transforms are used: every further kind of schema adds 80 to 900 bytes to the host page, objects the most.
// z.config stays untouched, because the host page's own zod may share it.

// Imported by name: as members of `z.core`, esbuild, and so the Angular CLI, would keep all of zod with its languages, 400 kB.
const safeParse = _safeParse($ZodError);

/**
 * A schema of one function. Its `safeParse()` creates no `Error`: zod assigns the name of one, which fails on a page that has frozen
 * `Error.prototype`.
 */
export function transform<Output>(
  parse: (value: unknown, payload: ParsePayload) => Output,
): z.ZodMiniTransform<Awaited<Output>> {
  const schema = z.transform(parse);
  schema.safeParse = (value) => safeParse(schema, value);
  return schema;
}

/** A required id: the only kind of field whose absence makes a record invalid. */
export const requiredId = transform((value: unknown, { issues }) => {
  if (typeof value === 'string' && value) return value;
  issues.push({ code: 'custom', input: value });
  return z.NEVER;
});

/** Any value, as it is. */
export const unparsed = transform((value: unknown) => value);

/** A string or null. */
export const nullableString = transform((value: unknown) => (typeof value === 'string' ? value : null));

/** A date with its zone, or null; `parseDate()` says which dates cannot be meant. */
export const nullableDate = (field: string) =>
  transform((value: unknown) => {
    const date = parseDate(value, field);
    if (date === undefined) warnOnce(`A record has an invalid ${field}, which is left out.`);
    return date ?? null;
  });

/** A string or null. Editors suggest the known values; other strings are valid too. */
export const nullableOpenEnum = <Known extends string>() =>
  transform((value: unknown): Known | (string & {}) | null => (typeof value === 'string' ? value : null));

/** A number or null. */
export const nullableNumber = transform((value: unknown) => (typeof value === 'number' ? value : null));

/** A boolean or null. */
export const nullableBoolean = transform((value: unknown) => (typeof value === 'boolean' ? value : null));

type Shape = Readonly<Record<string, z.ZodMiniType>>;
type Fields<ObjectShape extends Shape> = { [Name in keyof ObjectShape]: z.output<ObjectShape[Name]> };

/** An object. Unknown fields are kept but are not part of its type, so that a misspelled name is a type error. */
export function looseObject<ObjectShape extends Shape>(
  shape: ObjectShape,
): z.ZodMiniType<Fields<ObjectShape>>;
export function looseObject(shape: Shape): z.ZodMiniType {
  const names = fieldNames(Object.keys(shape));
  return transform((value: unknown, { issues }) => {
    if (!isObject(value) || Array.isArray(value)) {
      issues.push({ code: 'custom', input: value });
      return z.NEVER;
    }
    reportOtherStyles(value, names);
    const fields = { ...value };
    for (const [name, schema] of Object.entries(shape)) {
      const { data, error } = schema.safeParse(value[name]);
      fields[name] = data;
      for (const { path } of error?.issues ?? [])
        issues.push({ code: 'custom', input: value, path: [name, ...path] });
    }
    return fields;
  });
}

/** A nested object; null if it is absent or invalid. */
export const nullableObject = <Schema extends z.ZodMiniType>(schema: Schema) =>
  transform((value: unknown) => {
    const result = schema.safeParse(value);
    return result.success ? result.data : null;
  });

/** A nested object; if it is absent or invalid, an object with its default fields. */
export const objectOrDefaults = <Schema extends z.ZodMiniType>(schema: Schema) =>
  transform((value: unknown) => {
    const result = schema.safeParse(value);
    return result.success ? result.data : schema.parse({});
  });

/** An array without its invalid items; empty if it is absent or not an array. */
export const lenientArray = <Schema extends z.ZodMiniType>(schema: Schema) =>
  transform((value: unknown) => parseItems(schema, Array.isArray(value) ? value : []));

/** An array without its invalid items, where the response is invalid without an array. */
export const requiredArray = <Schema extends z.ZodMiniType>(schema: Schema) =>
  transform((value: unknown, { issues }) => {
    if (Array.isArray(value)) return parseItems(schema, value);
    issues.push({ code: 'custom', input: value });
    return z.NEVER;
  });

const parseItems = <Schema extends z.ZodMiniType>(schema: Schema, items: unknown[]) =>
  items.flatMap((item) => {
    const result = schema.safeParse(item);
    return result.success ? [result.data] : [];
  });
