import * as z from 'zod/mini';

// How answers are read: unknown fields are kept, and a documented field that is absent, null or of another type reads
// as null (a list as []), so that a change at the service costs a detail and not the whole record.
//
// Objects and transforms are all that is used of zod here: every further kind of schema costs each visitor of a host
// page 80 to 900 bytes. The objects of zod/mini do not compile themselves with `new Function`, which a strict
// Content-Security-Policy would report; so z.config, which the host page's own zod would share, is left alone.

/** An id, without which a record is of no use: the one field that makes a record bad. */
export const requiredId = z.transform((value: unknown, { issues }) => {
  if (typeof value === 'string' && value) return value;
  issues.push({ code: 'custom', input: value });
  return z.NEVER;
});

/** A documented text. */
export const nullableString = z.transform((value: unknown) => (typeof value === 'string' ? value : null));

/** A documented text of which some values are known: the editor offers those, and others pass. */
export const nullableOpenEnum = <Known extends string>() =>
  z.transform((value: unknown): Known | (string & {}) | null => (typeof value === 'string' ? value : null));

/** A documented number. */
export const nullableNumber = z.transform((value: unknown) => (typeof value === 'number' ? value : null));

/** A documented yes or no. */
export const nullableBoolean = z.transform((value: unknown) => (typeof value === 'boolean' ? value : null));

/** A documented record. It keeps unknown fields; its type has the known ones alone, so that a misspelt name is an error. */
export const looseObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodMiniObject<Shape> =>
  z.looseObject(shape);

/** A record within a record: null if it is absent or bad. */
export const nullableObject = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.transform((value: unknown) => {
    const result = schema.safeParse(value);
    return result.success ? result.data : null;
  });

/** A record within a record: one of nulls if it is absent or bad. */
export const objectOrDefaults = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.transform((value: unknown) => {
    const result = schema.safeParse(value);
    return result.success ? result.data : schema.parse({});
  });

/** A documented list: bad items are dropped and the rest lives. */
export const lenientArray = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.transform((value: unknown) => parseItems(schema, Array.isArray(value) ? value : []));

/** A list that is the whole answer, without which there is none. */
export const requiredArray = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.transform((value: unknown, { issues }) => {
    if (Array.isArray(value)) return parseItems(schema, value);
    issues.push({ code: 'custom', input: value });
    return z.NEVER;
  });

const parseItems = <Schema extends z.ZodMiniType>(schema: Schema, items: unknown[]) =>
  items.flatMap((item) => {
    const result = schema.safeParse(item);
    return result.success ? [result.data] : [];
  });
