import { parseTime } from '../../../common/dates.js';

/** Sorts references by date, those without one first. */
export function newestFirst<Reference extends { createdDate?: string | null }>(
  references: readonly Reference[],
): readonly Reference[] {
  if (references.length < 2) return references;
  const dated = references.map((reference) => {
    const time = parseTime(reference.createdDate ?? '');
    return { reference, time: Number.isNaN(time) ? Number.MAX_VALUE : time };
  });
  return dated.toSorted((one, other) => other.time - one.time).map(({ reference }) => reference);
}

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
  const timeOf = (id: string): number => parseTime(dateOf(id) ?? '');
  const merged: string[] = [];
  let next = 0;
  for (const id of added) {
    // All others are older than what is known. To parse their dates would take a while.
    if (next === order.length) return merged.concat(added.slice(merged.length - next));
    const time = timeOf(id);
    for (let known = order[next]; known !== undefined && timeOf(known) > time; known = order[next]) {
      merged.push(known);
      next += 1;
    }
    merged.push(id);
  }
  // Mostly all that are new come on top.
  return merged.concat(next === 0 ? order : order.slice(next));
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
