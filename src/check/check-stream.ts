import { nameOf, type CheckContext } from './check-context.js';
import { NoResponseError } from './backend-client.js';
import { parseEvent, type EventReader } from './event-reader.js';
import { checkEvent } from './shapes.js';

const request = nameOf('events');

/** Names that have no event. */
const otherNames = ['ping'];

/** Opens the stream that the other parts watch. */
export async function openStream(context: CheckContext): Promise<void> {
  const { client, report, times, customer } = context;
  if (!client.has('events')) return;
  const stream = await openInTime(context);
  if (!stream) return;
  const { status, headers } = stream.response;
  const type = headers.get('Content-Type') ?? 'none';
  if ([404, 405, 204, 501].includes(status)) {
    report.missing(
      'stream',
      request,
      `The status is ${status}: without events, the list is loaded every 5 minutes.`,
    );
    stream.close();
    return;
  }
  if (status !== 200 || !type.startsWith('text/event-stream')) {
    const problem = `The status is ${status} and the type ${type}; they must be 200 and text/event-stream.`;
    report.wrong('stream', request, problem);
    stream.close();
    return;
  }
  const encoding = headers.get('Content-Encoding');
  report.add(
    'stream',
    request,
    encoding === null ? [] : [`It is compressed (${encoding}), which holds events back.`],
    'The stream of events is open.',
  );
  context.stream = stream;
  if (customer === undefined) return;
  const findNamed = () => stream.eventsAfter(0).find((event) => event.type === 'customer');
  await stream.waitFor(() => findNamed() !== undefined, times.eventMs);
  const named = findNamed();
  report.add(
    'stream-customer',
    request,
    named?.customer === customer
      ? []
      : [
          named
            ? 'The event `customer` names another one than the list.'
            : 'The stream must begin with the event `customer`, as the list has `customer`: a page that stays open does not notice another sign-in.',
        ],
    'The stream says whose it is.',
  );
}

/** Some servers send the headers only with the first event: then the elements wait for that. */
async function openInTime({ client, report }: CheckContext): Promise<EventReader | null> {
  try {
    return await client.openStream();
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    report.wrong(
      'stream',
      request,
      `${error.message}. Send the headers at once, with a first comment or event, and keep what compresses or buffers away.`,
    );
    return null;
  }
}

/** Checks that what a page has missed is sent again. */
export async function checkReplay(context: CheckContext, lastEventId: unknown): Promise<void> {
  const { client, report, stream, times } = context;
  const missed = stream?.messages.filter(({ id }) => id !== '') ?? [];
  if (!stream || typeof lastEventId !== 'string' || missed.length === 0) {
    if (stream && typeof lastEventId !== 'string')
      report.missing(
        'replay',
        request,
        'The list has no `lastEventId`: it is loaded once more, each time a stream opens.',
      );
    return;
  }
  const again = await client.openStream({ lastEventId });
  const firstId = missed[0]?.id;
  const isReplayed = (): boolean =>
    again.messages.some(({ id }) => id === firstId) ||
    again.eventsAfter(0).some(({ type }) => type === 'reset');
  await again.waitFor(isReplayed, times.eventMs);
  again.close();
  report.add(
    'replay',
    `${request}?lastEventId=`,
    isReplayed()
      ? []
      : [
          'What came after `lastEventId` of the list is not sent again: what a page misses while it connects is lost to it.',
        ],
    'What a page has missed is sent again.',
  );
}

/** Checks what the stream has sent, and that it shows that it lives. */
export async function finishStream({ report, stream, times }: CheckContext, openedAt: number): Promise<void> {
  if (!stream) return;
  const isAlive = (): boolean => stream.messages.some(({ name }) => name === 'ping');
  await stream.waitFor(isAlive, Math.max(0, openedAt + times.heartbeatMs - performance.now()));
  if (isAlive()) report.ok('heartbeat', request, 'The stream shows that it lives.');
  else
    report.missing(
      'heartbeat',
      request,
      `There was no event \`ping\` within ${times.heartbeatMs / 1000} s. Proxies close what is silent, and after sleep a page waits 5 minutes: send one every 15 seconds.`,
    );
  const problems = stream.messages
    .filter(({ name }) => !otherNames.includes(name))
    .flatMap((message) => {
      const event = parseEvent(message);
      return (event ? checkEvent(event) : 'a message is no event in JSON') ?? [];
    });
  report.add(
    'events',
    request,
    problems.map((problem) => `In the stream, ${problem}`),
    'All messages are events.',
  );
  if (stream.isEnded)
    report.wrong('stream-end', request, 'The backend closed the stream, which must stay open.');
  stream.close();
}
