import { isObject } from '../common/type-guards.js';
import { isAbsent, isSuccess } from './backend-client.js';
import { find, findSubject, loadList, nameOf, type CheckContext } from './check-context.js';
import { parseEvent, type EventReader } from './event-reader.js';
import { checkFields, countRules } from './shapes.js';

const request = nameOf('count');
const streamRequest = `${nameOf('events')}?only=counts`;

/** Checks the counts without a list, which `<nudge-badge>` shows, and the stream that has nothing else. */
export async function checkCount(context: CheckContext): Promise<void> {
  const { client, report } = context;
  if (!client.has('count')) return;
  const received = await client.get('count');
  if (isAbsent(received)) {
    report.missing(
      'count',
      request,
      'There are no counts without a list: `<nudge-badge>` with `backend-url` shows nothing on a page without a bell.',
    );
    return;
  }
  const { first } = await loadList(context);
  const problems =
    received.status === 200
      ? findCountProblems(received.body, first.fields)
      : [`The status is ${received.status}, and must be 200.`];
  report.add('count', request, problems, 'The counts are those of the list.');
  if (problems.length === 0 && client.has('events')) await checkCountStream(context);
}

function findCountProblems(body: unknown, list: Record<string, unknown>): string[] {
  if (!isObject(body)) return ['The response must be { "unreadCount": … } in JSON.'];
  const absent = 'unreadCount' in body ? [] : ['There is no `unreadCount`.'];
  const others = ['customer', 'unreadCount', 'unseenCount'].filter(
    (name) => list[name] !== undefined && list[name] !== body[name],
  );
  return [
    ...checkFields(body, countRules),
    ...absent,
    ...others.map((name) => `${name} is another one than that of the list.`),
  ];
}

/** Checks that the stream begins with the counts, and has them again after each change. */
async function checkCountStream(context: CheckContext): Promise<void> {
  const { client, report, times } = context;
  const stream = await client.openStream({ query: { only: 'counts' } });
  const { status, headers } = stream.response;
  if (status === 200 && headers.get('Content-Type')?.startsWith('text/event-stream') === true) {
    const isThere = (): boolean => countsOf(stream).length > 0;
    await stream.waitFor(isThere, times.eventMs);
    if (isThere()) await checkCounts(context, stream);
    else
      report.missing(
        'count-stream',
        streamRequest,
        'The stream has no event `counts`: the number of `<nudge-badge>` stays as it is until the page is shown again. Or name `count-url`, which is requested every minute.',
      );
  }
  stream.close();
}

async function checkCounts(context: CheckContext, stream: EventReader): Promise<void> {
  const { client, report, times, customer } = context;
  const list = await loadList(context);
  const [first] = countsOf(stream);
  const problems = findCountProblems(first, { ...list.first.fields, customer: undefined });
  report.add('count-stream', streamRequest, problems, 'The stream begins with the counts.');
  const subject = findSubject(list);
  if (!subject || !client.has('read') || problems.length > 0) return;
  const wasRead = subject.isRead === true;
  const mark = (isRead: boolean) => client.post('read', { ids: [subject.id], isRead, customer });
  if (!isSuccess(await mark(!wasRead))) return;
  const isRead = find(await loadList(context), subject.id)?.isRead === true;
  if (isRead !== wasRead) {
    const expected = Number(first?.unreadCount) + (isRead ? -1 : 1);
    const isSent = (): boolean => countsOf(stream).some(({ unreadCount }) => unreadCount === expected);
    await stream.waitFor(isSent, times.eventMs);
    report.add(
      'count-event',
      streamRequest,
      isSent() ? [] : [`After ${nameOf('read')}, no event \`counts\` has the new number.`],
      'After a change, an event has the new counts.',
    );
  }
  await mark(wasRead);
}

/** The counts of a stream so far; nothing in place of what has none. */
const countsOf = ({ messages }: EventReader): Record<string, unknown>[] =>
  messages.filter(({ name }) => name === 'counts').map((message) => parseEvent(message) ?? {});
