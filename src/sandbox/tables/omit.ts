/** A copy of the row without the given fields, for responses that leave out internal ones. */
export function omit<Row extends object>(row: Row, fields: readonly (keyof Row)[]): Record<string, unknown> {
  const omitted = new Set<PropertyKey>(fields);
  return Object.fromEntries(Object.entries(row).filter(([field]) => !omitted.has(field)));
}
