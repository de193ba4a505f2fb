import type { InboxEvent, InboxReference, NumberedEvent } from '../../src/backend/stores/inbox-event.js';
import type { InboxBackend } from '../../src/backend/inbox-backend.js';

interface Options {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
  /** Who is signed in. */
  customer?: string | null;
  signal?: AbortSignal;
}

/** A request of a page. */
export function createRequest(path: string, { customer = 'anna', headers, ...rest }: Options = {}): Request {
  return new Request(`http://localhost/inbox${path}`, {
    ...rest,
    headers: { ...headers, ...(customer !== null && { 'X-Customer': customer }) },
  });
}

export function post(path: string, input: unknown, { headers, ...options }: Options = {}): Request {
  return createRequest(path, {
    ...options,
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

export interface List {
  customer: string;
  references: InboxReference[];
  nextCursor?: string;
  snoozed?: InboxReference[];
  answers?: string[];
  unreadCount: number;
  unseenCount: number;
  unreadCountByTag?: Record<string, number>;
  lastEventId?: string;
}

export async function listOf(
  backend: Pick<InboxBackend, 'fetch'>,
  query: Record<string, string> = {},
  customer = 'anna',
): Promise<List> {
  const path = `/notifications?${new URLSearchParams(query).toString()}`;
  return (await backend.fetch(createRequest(path, { customer }))).json() as Promise<List>;
}

/** A page that is open for events. */
export type EventStreamReader = ReadableStreamDefaultReader<string>;

export async function eventsOf(
  backend: Pick<InboxBackend, 'fetch'>,
  { path = '/events', ...options }: Options & { path?: string } = {},
): Promise<EventStreamReader> {
  const response = await backend.fetch(createRequest(path, options));
  if (!response.ok || !response.body) throw new Error(`No events: ${response.status}`);
  return response.body.pipeThrough(new TextDecoderStream()).getReader();
}

/** The next events that the page receives. */
export async function receiveEvents(reader: EventStreamReader, count: number): Promise<NumberedEvent[]> {
  const events: NumberedEvent[] = [];
  while (events.length < count) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended after ${events.length} events.`);
    for (const [, number, data = ''] of value.matchAll(/id: (\d+)\ndata: (.+)\n\n/g))
      events.push({ number: Number(number), event: JSON.parse(data) as InboxEvent });
  }
  return events;
}
