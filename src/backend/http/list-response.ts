import type { ListPage, ListQuery } from '../stores/inbox-store.js';
import { createCursor, parseCursor } from './cursor.js';
import { parseLimit } from './request-input.js';
import { digest } from './responses.js';

/** Which page of whose list is requested. */
interface ListRequest {
  customerId: string;
  request: Request;
  query: URLSearchParams;
}

/**
 * Responds with a page of the list, or with 304 if the page has it already.
 *
 * @param customer the key of the customer
 * @param load loads a page of the customer's list
 */
export async function createListResponse(
  { customerId, request, query }: ListRequest,
  customer: string,
  load: (query: ListQuery) => Promise<ListPage>,
): Promise<Response> {
  const limit = parseLimit(query.get('limit'));
  const cursor = query.get('cursor');
  const after = cursor ? await parseCursor(customerId, cursor) : undefined;
  const page = await load({ limit, after });
  const { pinned, hasMore, unreadCount, unseenCount, unreadCountByTag } = page;
  // The first page begins with the pinned ones, wherever they belong.
  const pinnedIds = new Set(pinned.map(({ id }) => id));
  const references = [...pinned, ...page.references.filter(({ id }) => !pinnedIds.has(id))];
  const last = page.references.at(-1);
  const body = JSON.stringify({
    customer,
    references,
    nextCursor: hasMore && last ? await createCursor(customerId, last) : undefined,
    // The first of several pages also names what comes back to its top from the others.
    snoozed: hasMore && !after ? page.snoozed : undefined,
    unreadCount,
    unseenCount,
    unreadCountByTag: unreadCountByTag ? Object.fromEntries(unreadCountByTag) : undefined,
    lastEventId: after ? undefined : String(page.lastEvent),
  });
  const etag = `"${await digest(body)}"`;
  const headers = { 'Cache-Control': 'private, no-cache', ETag: etag };
  // A proxy that compresses the response makes the tag a weak one.
  const tags = request.headers.get('If-None-Match')?.split(',') ?? [];
  if (tags.some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json' } });
}
