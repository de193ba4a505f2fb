import { withTimeout } from '../../api/with-timeout.js';
import { parseReferencePage } from './parse.js';
import { pageSize, type NotificationSource, type ReferencePage } from './source.js';

/** After how many empty pages in a row the next one is loaded only on request. */
export const maxEmptyPages = 10;

/** How long a source may take for a page, in milliseconds. The built-in ones give up sooner. */
const timeoutMs = 60_000;

/** Fetches a page of a source, and those after it while they are empty: a host may filter its pages. Returns them as one. */
export async function fetchPage(
  source: NotificationSource,
  cursor: string | undefined,
  { signal, memoryOnly = false }: { signal: AbortSignal; memoryOnly?: boolean | undefined },
): Promise<ReferencePage> {
  const load = async (next: string | undefined, loadSignal: AbortSignal): Promise<unknown> =>
    source.load?.({
      limit: pageSize,
      signal: loadSignal,
      ...(next !== undefined && { cursor: next }),
      ...(memoryOnly && { memoryOnly }),
    });
  const fetch = async (next: string | undefined): Promise<ReferencePage> =>
    parseReferencePage(await withTimeout((loadSignal) => load(next, loadSignal), timeoutMs, signal));
  const first = await fetch(cursor);
  const cursors = new Set([cursor]);
  let { references, nextCursor } = first;
  for (let count = 1; references.length === 0 && nextCursor !== undefined; count++) {
    // It leads back.
    if (cursors.has(nextCursor)) nextCursor = undefined;
    if (nextCursor === undefined || count === maxEmptyPages) break;
    cursors.add(nextCursor);
    ({ references, nextCursor } = await fetch(nextCursor));
  }
  return { ...first, references, nextCursor };
}
