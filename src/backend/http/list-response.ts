import type { InboxReference } from '../stores/inbox-event.js';
import type { ListPage, ListQuery } from '../stores/inbox-store.js';
import { createCursor, parseCursor } from './cursor.js';
import { parseLimit } from './request-input.js';
import { digest } from './responses.js';

/** What belongs to every page of the list of a customer. */
export interface ListOwner {
  /** The key of the customer. */
  customer: string;
  /** The buttons that the host has functions for; undefined if it has none. */
  answers: readonly string[] | undefined;
}

/** Which page of whose list is requested. */
interface ListRequest {
  customerId: string;
  request: Request;
  query: URLSearchParams;
}

/** A page of the list, as the page of the host receives it. */
export interface ListBody {
  /** Whose list it is: the key of the customer. */
  customer: string;
  /** The buttons that the backend has functions for, by their `onclickAction`; undefined without the option `onAction`. */
  answers?: readonly string[] | undefined;
  /** The notifications, newest first; on the first page, the pinned ones come before them. */
  references: InboxReference[];
  /** Where the next page starts; none after the last one. */
  nextCursor?: string | undefined;
  /** On the first of several pages: what comes back to its top from the others. */
  snoozed?: InboxReference[] | undefined;
  /** How many are unread, on all pages. */
  unreadCount: number;
  /** How many of those are unseen. */
  unseenCount: number;
  /** How many are unread with each tag, with the option `countsByTag`. */
  unreadCountByTag?: Record<string, number> | undefined;
  /** On the first page: the last event that it contains. */
  lastEventId?: string | undefined;
}

/**
 * Loads a page of the list as the page of the host receives it.
 *
 * @param load loads a page of the customer's list
 */
export async function createListBody(
  customerId: string,
  owner: ListOwner,
  { limit, after }: ListQuery,
  load: (query: ListQuery) => Promise<ListPage>,
): Promise<ListBody> {
  const page = await load({ limit, after });
  const { pinned, hasMore, unreadCount, unseenCount, unreadCountByTag } = page;
  // The first page begins with the pinned ones, wherever they belong.
  const pinnedIds = new Set(pinned.map(({ id }) => id));
  const last = page.references.at(-1);
  return {
    ...owner,
    references: [...pinned, ...page.references.filter(({ id }) => !pinnedIds.has(id))],
    nextCursor: hasMore && last ? await createCursor(customerId, last) : undefined,
    // The first of several pages also names what comes back to its top from the others.
    snoozed: hasMore && !after ? page.snoozed : undefined,
    unreadCount,
    unseenCount,
    unreadCountByTag: unreadCountByTag ? Object.fromEntries(unreadCountByTag) : undefined,
    lastEventId: after ? undefined : String(page.lastEvent),
  };
}

/**
 * Responds with a page of the list, or with 304 if the page has it already.
 *
 * @param load loads a page of the customer's list
 */
export async function createListResponse(
  { customerId, request, query }: ListRequest,
  owner: ListOwner,
  load: (query: ListQuery) => Promise<ListPage>,
): Promise<Response> {
  const limit = parseLimit(query.get('limit'));
  const cursor = query.get('cursor');
  const after = cursor ? await parseCursor(customerId, cursor) : undefined;
  const body = JSON.stringify(await createListBody(customerId, owner, { limit, after }, load));
  const etag = `"${await digest(body)}"`;
  const headers = { 'Cache-Control': 'private, no-cache', ETag: etag };
  // A proxy that compresses the response makes the tag a weak one.
  const tags = request.headers.get('If-None-Match')?.split(',') ?? [];
  if (tags.some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json' } });
}
