/**
 * The order with new ids inserted: each before the first id that is not known to be newer, and at the top where its date
 * is unknown. The new ids keep their order among themselves.
 */
export function insertNewest(
  order: readonly string[],
  added: readonly string[],
  dateOf: (id: string) => string | null | undefined,
): string[] {
  // Nothing compares as newer than NaN, the time of an unknown date.
  const timeOf = (id: string): number => Date.parse(dateOf(id) ?? '');
  const merged: string[] = [];
  let next = 0;
  for (const id of added) {
    const time = timeOf(id);
    for (let known = order[next]; known !== undefined && timeOf(known) > time; known = order[next]) {
      merged.push(known);
      next += 1;
    }
    merged.push(id);
  }
  return merged.concat(order.slice(next));
}

/** The order with exactly these ids of the host in it, in the host's order. The others stay before and after them. */
export function arrangeHostIds(order: readonly string[], hostIds: ReadonlySet<string>): string[] {
  const others = order.filter((id) => !hostIds.has(id));
  const firstOfHost = Math.max(
    0,
    order.findIndex((id) => hostIds.has(id)),
  );
  return [...others.slice(0, firstOfHost), ...hostIds, ...others.slice(firstOfHost)];
}
