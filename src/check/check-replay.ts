import { nameOf, type CheckContext } from './check-context.js';
import { parseEvent, type StreamMessage } from './event-reader.js';
import { eventRules } from './shapes.js';

const request = `${nameOf('events')}?lastEventId=`;

/** Later than any event of a customer for tests. */
const futureEventId = '999999999999';

/**
 * Checks that a page receives what it has missed, and nothing that it has.
 *
 * @param lastEventId that of the list, before anything was changed
 */
export async function checkReplay(context: CheckContext, lastEventId: unknown): Promise<void> {
  const { report, stream } = context;
  if (!stream) return;
  if (typeof lastEventId !== 'string') {
    report.missing(
      'replay',
      request,
      'The list has no `lastEventId`: it is loaded once more, each time a stream opens.',
    );
    return;
  }
  const events = stream.messages.filter(isOfChange);
  const problems = findIdProblems(events);
  report.add('event-ids', nameOf('events'), problems, 'Each event has a later number.');
  const [first, second] = events;
  if (!first || problems.length > 0) return;
  await checkMissed(context, lastEventId, first);
  if (second) await checkRest(context, first, second);
  if (/^\d+$/.test(first.id)) await checkFuture(context);
}

/** Whether a message is about a change, so that a page may miss it. */
function isOfChange(message: StreamMessage): boolean {
  const event = parseEvent(message);
  return event !== null && event.type in eventRules && !['customer', 'reset'].includes(event.type);
}

function findIdProblems(events: readonly StreamMessage[]): string[] {
  const ids = events.map(({ id }) => id);
  if (ids.includes(''))
    return [
      'An event has no `id`, although the list has `lastEventId`: a page that comes back receives it once more, or misses it.',
    ];
  const isOrdered = ids.every((id, index) => index === 0 || isLater(id, ids[index - 1] ?? ''));
  return isOrdered ? [] : ['The `id` of an event must be later than that of the event before.'];
}

/** Ids that are no numbers only have to differ. */
const isLater = (id: string, previous: string): boolean =>
  /^\d+$/.test(id + previous) ? Number(id) > Number(previous) : id !== previous;

async function checkMissed(context: CheckContext, lastEventId: string, first: StreamMessage): Promise<void> {
  const { isSent } = await reopen(context, lastEventId, first);
  context.report.add(
    'replay',
    request,
    isSent
      ? []
      : [
          'What came after `lastEventId` of the list is not sent again: what a page misses while it connects is lost to it.',
        ],
    'What a page has missed is sent again.',
  );
}

/** A page that has the first event receives the second one, and not the first one again. */
async function checkRest(context: CheckContext, first: StreamMessage, second: StreamMessage): Promise<void> {
  const { isSent, messages } = await reopen(context, first.id, second);
  const isRepeated = messages.some(({ id }) => id === first.id);
  if (isSent)
    context.report.add(
      'replay-after',
      request,
      isRepeated
        ? ['The stream sends what the page has: only what came after `lastEventId` is missing.']
        : [],
      'What a page has is not sent again.',
    );
}

/** A page may have an event that the backend does not, as after a backup was restored. */
async function checkFuture(context: CheckContext): Promise<void> {
  const { isSent } = await reopen(context, futureEventId);
  if (isSent) context.report.ok('replay-reset', request, 'A page that knows too much loads its list anew.');
  else
    context.report.missing(
      'replay-reset',
      request,
      'With a `lastEventId` that you have not given yet, such as after a restart or from before a backup, the stream sends no `reset`: the page keeps what it shows.',
    );
}

/** Opens the stream after an event, and waits for a message or a `reset`. */
async function reopen(
  { client, times }: CheckContext,
  lastEventId: string,
  expected?: StreamMessage,
): Promise<{ isSent: boolean; messages: readonly StreamMessage[] }> {
  const again = await client.openStream({ query: { lastEventId } });
  const isSent = (): boolean =>
    again.messages.some(({ id }) => id === expected?.id) ||
    again.eventsAfter(0).some(({ type }) => type === 'reset');
  await again.waitFor(isSent, times.eventMs);
  again.close();
  return { isSent: isSent(), messages: again.messages };
}
