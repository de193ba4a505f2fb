import type { ListName, StoredEntries, StoredLists } from '../stored-change.js';
import { buildLists, mergeRow, type StoredRow } from './stored-row.js';

/** What a visit has done to a row. */
export interface StoredVisit {
  /** The row as it would be without the visit. */
  readonly before: StoredRow | null;
  /** The row as the visit has stored it last; null if it has stored nothing. */
  readonly written: StoredRow | null;
}

interface Entry {
  readonly at: number;
  readonly value?: unknown;
}

/** Whether an entry is still what a visit has stored: one from the future, by a clock that was set back, may have got another time. */
const isUnchanged = (entry: Entry | undefined, written: Entry | undefined): boolean =>
  entry?.value === written?.value && (entry?.at === written?.at || (written?.at ?? 0) > Date.now());

/** The entries, of which those that are still what a visit has stored are replaced by what was there before. */
function replaceUnchanged<Value extends Entry>(
  entries: readonly Value[],
  written: readonly Value[],
  before: readonly Value[],
  idOf: (entry: Value) => string,
): Value[] {
  const toMap = (list: readonly Value[]) => new Map(list.map((entry) => [idOf(entry), entry]));
  const [byId, writtenById] = [toMap(entries), toMap(written)];
  const isOfVisit = (entry: Value): boolean =>
    isUnchanged(byId.get(idOf(entry)), writtenById.get(idOf(entry)));
  return [...entries.filter((entry) => !isOfVisit(entry)), ...before.filter(isOfVisit)];
}

const replaceUnchangedLists = (lists: StoredLists, written: StoredLists, before: StoredLists): StoredLists =>
  buildLists(<Name extends ListName>(name: Name) =>
    replaceUnchanged<StoredEntries[Name]>(lists[name], written[name], before[name], ({ id }) => id),
  );

/** The row as if a visit had not been: what others have stored meanwhile stays. */
export function withoutVisit(row: StoredRow | null, { before, written }: StoredVisit): StoredRow | null {
  if (!row || !written) return row;
  const former = before ?? mergeRow(null, {});
  const replace = <Name extends keyof StoredRow>(name: Name): StoredRow[Name] =>
    row[name] === written[name] ? former[name] : row[name];
  return {
    ...row,
    ...replaceUnchangedLists(row, written, former),
    savedAt: replace('savedAt'),
    uniqueCustomerId: replace('uniqueCustomerId'),
    watermark: replace('watermark'),
    seenUntil: replace('seenUntil'),
    records: replaceUnchanged(row.records, written.records, former.records, ({ record: { id } }) => id),
  };
}
