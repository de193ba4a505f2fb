import { parseReferencePage } from './parse.js';
import { pageSize, type NotificationSource, type ReferencePage } from './source.js';

/** After how many empty pages in a row the next one is loaded only on request. */
export const maxEmptyPages = 10;

/** Fetches a page of a source, and those after it while they are empty: a host may filter its pages. Returns them as one. */
export async function fetchPage(
  source: NotificationSource,
  cursor: string | undefined,
  { signal, memoryOnly = false }: { signal: AbortSignal; memoryOnly?: boolean | undefined },
): Promise<ReferencePage> {
  // In an async function, so that what the host throws at once comes as a rejection too.
  const fetch = async (next: string | undefined): Promise<ReferencePage> =>
    parseReferencePage(
      await source.load?.({
        limit: pageSize,
        signal,
        ...(next !== undefined && { cursor: next }),
        ...(memoryOnly && { memoryOnly }),
      }),
    );
  const first = await fetch(cursor);
  const cursors = new Set([cursor]);
  let { references, nextCursor } = first;
  for (let count = 1; references.length === 0 && nextCursor !== undefined; count++) {
    // It leads back.
    if (cursors.has(nextCursor)) nextCursor = undefined;
    if (nextCursor === undefined || count === maxEmptyPages || signal.aborted) break;
    cursors.add(nextCursor);
    ({ references, nextCursor } = await fetch(nextCursor));
  }
  return { ...first, references, nextCursor };
}
