import type { InboxReference } from '../stores/inbox-event.js';
import type { InboxStore } from '../stores/inbox-store.js';
import { createCursor, parseCursor } from './cursor.js';
import { parseLimit } from './request-input.js';
import { digest } from './responses.js';

/** Which page of whose list is requested. */
interface ListRequest {
  customerId: string;
  request: Request;
  query: URLSearchParams;
}

interface ListOptions {
  /** The key of the customer. */
  customer: string;
  /** Whether the first page says how many are unread with each tag. */
  countsByTag: boolean;
}

/** Responds with a page of the list, or with 304 if the page has it already. */
export async function createListResponse(
  store: InboxStore,
  { customerId, request, query }: ListRequest,
  { customer, countsByTag }: ListOptions,
): Promise<Response> {
  const limit = parseLimit(query.get('limit'));
  const cursor = query.get('cursor');
  const after = cursor ? await parseCursor(customerId, cursor) : undefined;
  const load = () =>
    Promise.all([
      cursor ? [] : store.pinned(customerId),
      store.list(customerId, { limit: limit + 1, after }),
      store.count(customerId),
      cursor || !countsByTag ? null : store.countByTag?.(customerId),
    ]);
  const { value, lastEvent } = await loadUnchanged(store, customerId, load);
  const [pinned, loaded, counts, byTag] = value;
  const lastEventId = cursor ? undefined : String(lastEvent);
  const page = loaded.slice(0, limit);
  // The first page begins with them, wherever they belong.
  const pinnedIds = new Set(pinned.map(({ id }) => id));
  const references = [...pinned, ...page.filter(({ id }) => !pinnedIds.has(id))];
  const last = page.at(-1);
  const nextCursor = loaded.length > limit && last ? await createCursor(customerId, last) : undefined;
  // The first page also names what comes back to its top from the pages that are not loaded.
  const snoozed =
    nextCursor && !cursor && last ? await loadSnoozed(store, customerId, last, references) : undefined;
  const unreadCountByTag = byTag ? Object.fromEntries(byTag) : undefined;
  const body = JSON.stringify({
    customer,
    references,
    nextCursor,
    snoozed,
    ...counts,
    unreadCountByTag,
    lastEventId,
  });
  const etag = `"${await digest(body)}"`;
  const headers = { 'Cache-Control': 'private, no-cache', ETag: etag };
  // A proxy that compresses the response makes the tag a weak one.
  const tags = request.headers.get('If-None-Match')?.split(',') ?? [];
  if (tags.some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json' } });
}

/** How often a page is loaded if its customer is changed meanwhile. */
const maxAttempts = 3;

/**
 * Loads with several statements what belongs together, again if an event shows that it was changed in between. The last event
 * is that of before: the stream that starts after it may repeat what is on the page, but misses nothing.
 */
async function loadUnchanged<Value>(
  store: InboxStore,
  customerId: string,
  load: () => Promise<Value>,
): Promise<{ value: Value; lastEvent: number }> {
  const loadLast = async (): Promise<number> => (await store.lastEvents([customerId])).get(customerId) ?? 0;
  let lastEvent = await loadLast();
  for (let attempt = 1; ; attempt += 1) {
    const value = await load();
    const next = await loadLast();
    if (next === lastEvent || attempt === maxAttempts) return { value, lastEvent };
    lastEvent = next;
  }
}

async function loadSnoozed(
  store: InboxStore,
  customerId: string,
  last: InboxReference,
  references: readonly InboxReference[],
): Promise<InboxReference[]> {
  const listed = new Set(references.map(({ id }) => id));
  const snoozed = await store.snoozed(customerId, last.createdDate);
  return snoozed.filter(({ id }) => !listed.has(id));
}
