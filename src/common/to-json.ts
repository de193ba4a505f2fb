/**
 * Returns the JSON of plain data. Prototype.js before 1.7 gives all arrays of a page a `toJSON()`, by which `JSON.stringify()` writes them
 * as texts.
 */
export function toJson(data: object): string {
  return JSON.stringify(data, function (this: Readonly<Record<string, unknown>>, key, value: unknown) {
    const original = this[key];
    return Array.isArray(original) ? original : value;
  });
}
