import { isAbsent, isSuccess, type Endpoint, type Received } from './backend-client.js';
import {
  find,
  findSubject,
  isSnoozed,
  loadList,
  nameOf,
  type CheckContext,
  type WholeList,
} from './check-context.js';
import { checkSent, countMessages, namesId } from './check-events.js';
import { checkOwner } from './check-owner.js';
import type { StreamEvent } from './event-reader.js';
import { parsePage, type Reference } from './shapes.js';
import { isObject } from '../common/type-guards.js';

const dayMs = 86_400_000;
/** How many ids the elements send at once. */
const maxIds = 500;

/** A mark that a customer can set and take back. */
interface Mark {
  endpoint: Endpoint & ('read' | 'dismissed' | 'snoozed');
  /** What the customer does. */
  act: string;
  /** What the elements do where nothing saves it. */
  without: string;
  isSet: (reference: Reference | undefined) => boolean;
  /** The body that sets it, or takes it back. */
  bodyOf: (isSet: boolean) => Record<string, unknown>;
  /** Whether the event says so. */
  isEvent: (event: StreamEvent, id: string) => boolean;
}

const marks: readonly Mark[] = [
  {
    endpoint: 'read',
    act: 'Mark as read',
    without: 'What was read is stored on the device.',
    isSet: (reference) => reference?.isRead === true,
    bodyOf: (isRead) => ({ isRead }),
    isEvent: (event, id) => event.type === 'read' && namesId(event, id),
  },
  {
    endpoint: 'dismissed',
    act: 'Dismiss',
    without: 'What was dismissed is stored on the device.',
    isSet: (reference) => !reference || reference.isDismissed === true,
    bodyOf: (isDismissed) => ({ isDismissed }),
    isEvent: (event, id) => ['dismiss', 'remove', 'add'].includes(event.type) && namesAny(event, id),
  },
  {
    endpoint: 'snoozed',
    act: 'Snooze',
    without: 'What was snoozed is stored on the device, and the menu says so.',
    isSet: (reference) => reference !== undefined && isSnoozed(reference),
    bodyOf: (isSet) => ({ until: isSet ? new Date(Date.now() + dayMs).toISOString() : null }),
    isEvent: (event, id) => event.type === 'add' && namesAny(event, id),
  },
];

function namesAny(event: StreamEvent, id: string): boolean {
  const references: unknown[] = Array.isArray(event.references) ? event.references : [];
  return namesId(event, id) || references.some((reference) => isObject(reference) && reference.id === id);
}

/** Checks what customers do: each mark is set on a notification, and taken back. */
export async function checkMarks(context: CheckContext): Promise<void> {
  const { client, report } = context;
  for (const mark of marks) {
    // An element with the attributes for a list and its events has no address to save anything.
    if (!client.has(mark.endpoint) && mark.endpoint !== 'read') continue;
    const list = await loadList(context);
    const subject = findSubject(list);
    const isSaved =
      client.has(mark.endpoint) &&
      !isAbsent(await client.post(mark.endpoint, { ids: [], ...mark.bodyOf(false) }));
    if (!isSaved) reportAbsent(context, mark, list);
    else if (!subject)
      report.note(
        `${mark.endpoint}-stored`,
        nameOf(mark.endpoint),
        'There is no notification to try it on: pass --deliver.',
      );
    else await checkMark(context, mark, subject);
  }
}

/** Nothing saves the mark: the list must say so, or the elements offer what fails. */
function reportAbsent(
  { client, report, saves }: CheckContext,
  { endpoint, act, without }: Mark,
  list: WholeList,
): void {
  const request = nameOf(endpoint);
  const saysUnread =
    list.first.fields.unreadCount !== undefined || list.references.some(({ isRead }) => isRead === false);
  if (endpoint === 'read' && saysUnread) {
    report.wrong(
      'read-not-saved',
      request,
      'The list says what is unread, but nothing saves what was read: after a reload, the badge is back. Save it, or leave `isRead` and `unreadCount` out of the list, and `read` out of its `saves`.',
    );
  } else if (client.has(endpoint) && (saves?.includes(endpoint) ?? true))
    report.wrong(
      `${endpoint}-offered`,
      request,
      `“${act}” is offered, and fails. Save it, or leave \`${endpoint}\` out of \`saves\` of the list: such as "saves": ["read"].`,
    );
  else report.missing(endpoint, request, without);
}

async function checkMark(context: CheckContext, mark: Mark, subject: Reference): Promise<void> {
  const { client, report, customer } = context;
  const { endpoint, isSet, bodyOf } = mark;
  const request = nameOf(endpoint);
  const wasSet = isSet(subject);
  const send = (value: boolean): Promise<Received> =>
    client.post(endpoint, { ids: [subject.id], ...bodyOf(value), customer });
  const since = countMessages(context);
  const tag = (await client.get('list')).headers.get('ETag');
  const received = await send(!wasSet);
  if (!isSuccess(received)) {
    report.wrong(`${endpoint}-refused`, request, `The status is ${received.status}, and must be 204.`);
    return;
  }
  const after = find(await loadList(context), subject.id);
  report.add(
    `${endpoint}-stored`,
    request,
    isSet(after) === wasSet
      ? [`The status is ${received.status}, but the list says what it said before.`]
      : [],
    'It is stored: the list says so.',
  );
  if (isSet(after) !== wasSet)
    await checkSent(context, {
      rule: `${endpoint}-event`,
      since,
      isEvent: (event) => mark.isEvent(event, subject.id),
      problem: `No event says that something was changed by ${request}: other open pages do not agree.`,
    });
  if (endpoint === 'read' && tag !== null && isSet(after) !== wasSet) await checkTag(context, tag);
  if (endpoint === 'snoozed' && isSet(after)) await checkSnoozed(context, subject);
  await checkOwner(context, endpoint, { ids: [subject.id], ...bodyOf(isSet(after)) });
  const undone = await send(wasSet);
  const restored = find(await loadList(context), subject.id);
  if (!isSuccess(undone) || isSet(restored) !== wasSet)
    report.wrong(`${endpoint}-undone`, request, `It cannot be taken back: the status is ${undone.status}.`);
}

/** A browser sends the tag of the list that it has, and uses that one again after a 304. */
async function checkTag({ client, report }: CheckContext, tag: string): Promise<void> {
  const { status } = await client.get('list', { added: { 'If-None-Match': tag } });
  report.add(
    'list-tag',
    nameOf('list'),
    status === 304
      ? ['With the ETag of the former list, the status is 304, although the list is another one.']
      : [],
    'A list that has changed has another ETag.',
  );
}

/** What is snoozed on a further page has to come back to the top of the first one. */
async function checkSnoozed({ client, report }: CheckContext, { id }: Reference): Promise<void> {
  const page = parsePage((await client.get('list', { query: { limit: '1' } })).body);
  const snoozed: unknown = page?.fields.snoozed;
  const isOnPage = ({ id: other }: Reference): boolean => other === id;
  if (!page || page.references.some(isOnPage)) return;
  if (parsePage({ references: snoozed })?.references.some(isOnPage) === true)
    report.ok('snoozed-listed', nameOf('list'), 'The first page has what is snoozed on others.');
  else
    report.missing(
      'snoozed-listed',
      nameOf('list'),
      'The first page has no `snoozed`: what is snoozed on a further page comes back only once that is loaded.',
    );
}

/** Checks what is special about reading: ids that nobody knows, bodies of another shape, and everything up to a date. */
export async function checkReadRequests(context: CheckContext): Promise<void> {
  const { client, report, customer } = context;
  if (!client.has('read')) return;
  const request = nameOf('read');
  const unknown = await client.post('read', { ids: ['nudge-check-unknown'], isRead: true, customer });
  if (isAbsent(unknown) && isAbsent(await client.post('read', { ids: [], isRead: true }))) return;
  report.add(
    'unknown-id',
    request,
    isSuccess(unknown)
      ? []
      : [
          `With an id that is not the customer's, the status is ${unknown.status}: ignore such ids, as they may be gone meanwhile.`,
        ],
    'Unknown ids are ignored.',
  );
  if (isSuccess(unknown)) await checkManyIds(context);
  const invalid = await client.post('read', { ids: 'nudge-check-unknown', isRead: 'yes' });
  report.add(
    'invalid-body',
    request,
    invalid.status >= 400 && invalid.status < 500
      ? []
      : [`A body with fields of other types has the status ${invalid.status}, and must have 400.`],
    'A body of another shape is refused.',
  );
  await checkReadUntil(context);
}

async function checkManyIds({ client, report, customer }: CheckContext): Promise<void> {
  const ids = Array.from({ length: maxIds }, (_, index) => `nudge-check-${index}`);
  const received = await client.post('read', { ids, isRead: true, customer });
  report.add(
    'many-ids',
    nameOf('read'),
    isSuccess(received)
      ? []
      : [`With ${maxIds} ids, the status is ${received.status}: the elements send as many at once.`],
    `${maxIds} ids at once are accepted.`,
  );
}

/** “Mark all as read” names a date, and learns what was marked. Here it is the date of the oldest. */
async function checkReadUntil(context: CheckContext): Promise<void> {
  const { client, report, customer } = context;
  const request = `${nameOf('read')} with until`;
  const { references, isComplete } = await loadList(context);
  const times = references.map(({ createdDate }) => new Date(String(createdDate)).getTime());
  const oldestTime = Math.min(...times);
  const oldest = references.filter((_, index) => times[index] === oldestTime);
  const [subject] = oldest;
  if (!isComplete || !subject || Number.isNaN(oldestTime)) {
    report.note(
      'read-until',
      request,
      'It was not checked, since no notification is known to be the oldest.',
    );
    return;
  }
  const mark = (ids: string[], isRead: boolean): Promise<Received> =>
    client.post('read', { ids, isRead, customer });
  const wasRead = subject.isRead === true;
  if (wasRead) await mark([subject.id], false);
  const until = new Date(oldestTime).toISOString();
  const received = await client.post('read', { ids: [], isRead: true, until, customer });
  const marked: unknown[] =
    isObject(received.body) && Array.isArray(received.body.ids) ? received.body.ids : [];
  const isRead = find(await loadList(context), subject.id)?.isRead === true;
  const problem = !isSuccess(received)
    ? `The status is ${received.status}, and must be 200.`
    : !isRead
      ? 'What was created up to `until` is not marked: “Mark all as read” then covers only the pages that are loaded.'
      : !marked.includes(subject.id)
        ? 'The response must be { "ids": […] }, with all that was marked, so that the customer can undo it.'
        : undefined;
  report.add(
    'read-until',
    request,
    problem === undefined ? [] : [problem],
    'Everything up to a date is marked, and named.',
  );
  const toRestore = oldest.filter((reference) => reference.isRead !== true).map(({ id }) => id);
  if (toRestore.length > 0) await mark(toRestore, false);
  if (wasRead && !isRead) await mark([subject.id], true);
}
