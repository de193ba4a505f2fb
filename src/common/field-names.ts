import { warnOnce } from './warn.js';

/** Names of fields by what is the same in every style: `nextCursor`, `next_cursor`, `NextCursor`. */
export type FieldNames = ReadonlyMap<string, string>;

/** What is the same in every style of a name. */
export const foldName = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

export function fieldNames(names: readonly string[]): FieldNames {
  return new Map(names.map((name) => [foldName(name), name]));
}

/** Warns the developer of each field that is ignored since its name is that of another one in a different style. */
export function reportOtherStyles(fields: object, names: FieldNames): void {
  for (const name of Object.keys(fields)) {
    const meant = names.get(foldName(name));
    if (meant !== undefined && meant !== name && !(meant in fields))
      warnOnce(`${name} is ignored: the field is named ${meant}.`);
  }
}
