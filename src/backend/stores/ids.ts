/** How many ids a request or a statement may name. The page sends more in several requests. */
export const maxIds = 1000;
const maxIdLength = 256;

/** Whether it can be an id: of a customer, a notification or a group. No database stores the characters that are refused. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxIdLength && /^[^\0\p{Cs}]+$/u.test(value);
}

/** Throws a TypeError that names no value: errors of the host's code end up in logs. */
export function assertId(value: unknown, name: string): asserts value is string {
  if (!isId(value)) throw new TypeError(`${name} must be a string of 1 to 256 characters.`);
}

/** The list of ids, or of the only one. Throws a TypeError if it is no list, or one is no id. */
export function toIdList(ids: string | readonly string[]): readonly string[] {
  const list = typeof ids === 'string' ? [ids] : ids;
  const isList: boolean = Array.isArray(list);
  if (!isList) throw new TypeError('ids must be an id or a list of ids.');
  for (const id of list) assertId(id, 'The id of a notification');
  return list;
}

/** Divides a list, so that no statement changes too many rows. */
export function toBatches<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / maxIds);
  return Array.from({ length: count }, (_, index) => items.slice(index * maxIds, (index + 1) * maxIds));
}
