/** The row as an answer shows it: without the fields that the service keeps for itself. */
export function without<Row extends object>(
  row: Row,
  fields: readonly (keyof Row)[],
): Record<string, unknown> {
  const hidden = new Set<PropertyKey>(fields);
  return Object.fromEntries(Object.entries(row).filter(([field]) => !hidden.has(field)));
}
