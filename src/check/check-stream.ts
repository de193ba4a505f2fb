import { nameOf, type CheckContext } from './check-context.js';
import { NoResponseError } from './backend-client.js';
import { parseEvent, type EventReader, type StreamMessage } from './event-reader.js';
import { checkEvent } from './shapes.js';

const request = nameOf('events');

/** Opens the stream that the other parts watch. */
export async function openStream(context: CheckContext): Promise<void> {
  const { client, report, customer } = context;
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
  if (headers.get('Cache-Control')?.includes('no-transform') !== true)
    report.missing(
      'stream-transform',
      request,
      'Cache-Control has no `no-transform`: a proxy may compress the stream, and hold events back.',
    );
  context.stream = stream;
  if (customer !== undefined) await checkCustomer(context, stream);
}

/** Checks that the stream first says whose it is. */
async function checkCustomer({ report, times, customer }: CheckContext, stream: EventReader): Promise<void> {
  const findNamed = () => stream.eventsAfter(0).find((event) => event.type === 'customer');
  await stream.waitFor(() => findNamed() !== undefined, times.eventMs);
  const named = findNamed();
  const isFirst = stream.eventsAfter(0)[0]?.type === 'customer';
  report.add(
    'stream-customer',
    request,
    named?.customer === customer && isFirst
      ? []
      : [
          named && isFirst
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
  report.add(
    'events',
    request,
    stream.messages.flatMap(findProblem).map((problem) => `In the stream, ${problem}.`),
    'All messages are events.',
  );
  if (stream.isEnded)
    report.wrong('stream-end', request, 'The backend closed the stream, which must stay open.');
  stream.close();
}

/** What is wrong with a message; nothing if it is an event, or a heartbeat. */
function findProblem(message: StreamMessage): string[] {
  if (message.name === 'ping')
    return ['0', '1'].includes(message.data)
      ? []
      : ['a `ping` must have the data 1, or 0 while your database is away'];
  const event = parseEvent(message);
  return [(event ? checkEvent(event) : 'a message is no event in JSON') ?? []].flat();
}
