import { UnusableError, loadList, nameOf, type CheckContext, type WholeList } from './check-context.js';
import type { Received } from './backend-client.js';
import { isUncached } from './check-responses.js';
import { checkPage, parsePage, type Page } from './shapes.js';

const request = nameOf('list');

/** Why the response is no list; undefined if it is one. */
function describeRefusal({ status, headers, text }: Received): string | undefined {
  if (status === 401)
    return 'The status is 401: nobody is signed in. Pass the cookie or the token of a customer with --header.';
  if (status >= 300 && status < 400)
    return `It redirects to ${headers.get('Location') ?? 'another address'}. If nobody is signed in, respond with 401; pass the cookie of a customer with --header.`;
  if (status === 404)
    return 'The status is 404, and must be 200: there is no list at this address. The `basePath` of nudge-inbox/backend must be where it is mounted.';
  if (status >= 500) return `The status is ${status}, and must be 200. The log of your server says why.`;
  if (status !== 200) return `The status is ${status}, and must be 200.`;
  return text.trimStart().startsWith('<') ? 'The response is HTML, and must be JSON.' : undefined;
}

/**
 * Checks a page of the list, and takes what it says of the customer and of what is saved.
 *
 * @throws UnusableError if it is none
 */
export async function checkList(context: CheckContext): Promise<void> {
  const { client, report } = context;
  const received = await client.get('list', { query: { limit: '25' } });
  const refusal = describeRefusal(received);
  const page = parsePage(received.body);
  if (refusal !== undefined || !page) {
    report.wrong('list', request, refusal ?? 'The response must be { "references": […] } in JSON.');
    throw new UnusableError('Without a list, nothing else can be checked.');
  }
  report.ok('list', request, `The list has ${page.references.length} notifications on its first page.`);
  const { names, dates, fields } = checkPage(page);
  report.add('list-names', request, names, 'The names of the fields are those of the protocol.');
  report.add('list-dates', request, dates, 'Dates are in ISO 8601, with a time zone.');
  report.add('list-fields', request, fields, 'The fields have their types.');
  checkCaching(context, received);
  const { customer, saves } = page.fields;
  if (typeof customer === 'string') context.customer = customer;
  else
    report.missing(
      'customer',
      request,
      'The list names no `customer`. After a sign-in in another tab, a page may then save what the former customer does for the next one.',
    );
  if (Array.isArray(saves)) context.saves = saves.map(String);
}

function checkCaching({ report }: CheckContext, received: Received): void {
  report.add(
    'list-cache',
    request,
    isUncached(received)
      ? []
      : [
          `Cache-Control is “${received.headers.get('Cache-Control') ?? ''}”: a cache may show the list to another customer, or an old one. Send “private, no-cache” or “no-store”.`,
        ],
    'No cache shows the list to somebody else.',
  );
}

/** Checks the order, the further pages and the counts. */
export async function checkPages(context: CheckContext): Promise<void> {
  const { client, report } = context;
  const list = await loadList(context);
  report.add('list-order', request, findDisorder(list), 'The newest notifications come first.');
  checkCounts(context, list);
  if (list.references.length < 2) {
    report.note('paging', request, 'There are fewer than two notifications: further pages were not checked.');
    return;
  }
  const first = parsePage((await client.get('list', { query: { limit: '1' } })).body);
  report.add(
    'paging',
    request,
    await findPagingProblem(context, first, list),
    'Further pages follow by their cursor.',
  );
}

/** Pinned ones come first, wherever they belong. */
function findDisorder({ references }: WholeList): string[] {
  const times = references.flatMap(({ createdDate, isPinned, snoozedUntil }) =>
    typeof createdDate === 'string' && isPinned !== true && typeof snoozedUntil !== 'string'
      ? [new Date(createdDate).getTime()]
      : [],
  );
  const isSorted = times.every((time, index) => index === 0 || !(time > (times[index - 1] ?? Infinity)));
  return isSorted ? [] : ['The references are not in order: the newest `createdDate` must come first.'];
}

function checkCounts({ report }: CheckContext, list: WholeList): void {
  const { unreadCount, unseenCount } = list.first.fields;
  const unread = list.references.filter(({ isRead, isDismissed }) => isRead !== true && isDismissed !== true);
  if (typeof unreadCount === 'number')
    report.add(
      'unread-count',
      request,
      !isKnown(list, 'isRead') || unreadCount === unread.length
        ? []
        : [`unreadCount is ${unreadCount}, but ${unread.length} are unread and not dismissed, on all pages.`],
      '`unreadCount` is the number of what is unread, on all pages.',
    );
  else
    report.missing(
      'unread-count',
      request,
      'There is no `unreadCount`: with further pages, the badge is a dot without a number.',
    );
  if (typeof unseenCount !== 'number') return;
  const unseen = unread.filter(({ isSeen }) => isSeen !== true).length;
  report.add(
    'unseen-count',
    request,
    !isKnown(list, 'isRead') || !isKnown(list, 'isSeen') || unseenCount === unseen
      ? []
      : [`unseenCount is ${unseenCount}, but ${unseen} of what is unread are unseen, on all pages.`],
    '`unseenCount` is the number of what is neither read nor seen, on all pages.',
  );
}

/** Whether all pages are known, and say this of each notification. */
const isKnown = ({ references, isComplete }: WholeList, field: 'isRead' | 'isSeen'): boolean =>
  isComplete && references.every((reference) => typeof reference[field] === 'boolean');

async function findPagingProblem(
  { client }: CheckContext,
  first: Page | null,
  list: WholeList,
): Promise<string[]> {
  const pinned = list.references.filter(({ isPinned }) => isPinned === true).length;
  if (!first) return ['With limit=1, there is no list.'];
  if (first.references.length > 1 + pinned)
    return [`With limit=1, the page has ${first.references.length} references.`];
  if (first.nextCursor === undefined)
    return ['With limit=1, there is no `nextCursor`, although there are more.'];
  const received = await client.get('list', { query: { limit: '1', cursor: first.nextCursor } });
  const next = parsePage(received.body);
  if (!next) return [`With the \`nextCursor\` of the first page, the status is ${received.status}.`];
  if (next.fields.customer !== first.fields.customer)
    return ['Further pages must have the `customer` of the first one, which the page compares.'];
  const ids = new Set(first.references.filter(({ isPinned }) => isPinned !== true).map(({ id }) => id));
  return next.references.some(({ id }) => ids.has(id))
    ? [
        'The page of `nextCursor` has the notifications of the first page once more: it must go on after them.',
      ]
    : [];
}
