import { nameOf, type CheckContext } from './check-context.js';
import type { StreamEvent } from './event-reader.js';

/** An event that has to come after a change. */
interface ExpectedEvent {
  rule: string;
  /** How many messages there were before the change. */
  since: number;
  isEvent: (event: StreamEvent) => boolean;
  /** What is wrong if it does not come. */
  problem: string;
}

/** How many messages the stream has sent. */
export const countMessages = ({ stream }: CheckContext): number => stream?.messages.length ?? 0;

/** Whether an event is about a notification. */
export const namesId = (event: StreamEvent, id: string): boolean =>
  Array.isArray(event.ids) && event.ids.includes(id);

/** Checks that the stream, if there is one, says what was changed. */
export async function checkSent(
  { report, stream, times }: CheckContext,
  { rule, since, isEvent, problem }: ExpectedEvent,
): Promise<void> {
  if (!stream) return;
  const isSent = (): boolean => stream.eventsAfter(since).some(isEvent);
  await stream.waitFor(isSent, times.eventMs);
  const message = `An event says so to the customer's other pages.`;
  report.add(rule, nameOf('events'), isSent() ? [] : [problem], message);
}
