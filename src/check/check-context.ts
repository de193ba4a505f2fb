import { paths, type BackendClient, type Endpoint } from './backend-client.js';
import type { EventReader } from './event-reader.js';
import type { Report } from './report.js';
import { parsePage, type Page, type Reference } from './shapes.js';

/** How long the check waits, in milliseconds. */
export interface CheckTimes {
  /** For an event of a change. */
  eventMs: number;
  /** For a sign of life of the stream. */
  heartbeatMs: number;
  /** For what came of a press on a button that the backend handles. */
  answerMs: number;
}

/** How many pages are followed. */
const maxPages = 50;

/** The list cannot be loaded: nothing else can be checked. */
export class UnusableError extends Error {
  override readonly name = 'UnusableError';
}

/** What all parts of the check share. */
export interface CheckContext {
  readonly client: BackendClient;
  readonly report: Report;
  readonly times: CheckTimes;
  /** The events; null without any. */
  stream: EventReader | null;
  /** The `customer` of the list. */
  customer: string | undefined;
  /** What the list says that it saves; undefined for everything. */
  saves: readonly string[] | undefined;
}

const reads: readonly Endpoint[] = ['list', 'record', 'count', 'events'];

export const nameOf = (endpoint: Endpoint): string =>
  `${reads.includes(endpoint) ? 'GET' : 'POST'} ${paths[endpoint]}`;

/** The fields of the first page, and the notifications of all. */
export interface WholeList {
  first: Page;
  references: Reference[];
  isComplete: boolean;
}

/**
 * Loads the whole list.
 *
 * @throws UnusableError if a page is none
 */
export async function loadList({ client }: CheckContext): Promise<WholeList> {
  let first: Page | undefined;
  const references = new Map<string, Reference>();
  let cursor: string | undefined;
  for (let count = 0; count < maxPages; count += 1) {
    const received = await client.get('list', {
      query: { limit: '100', ...(cursor !== undefined && { cursor }) },
    });
    const page = received.status === 200 ? parsePage(received.body) : null;
    if (!page) throw new UnusableError(`The list responds with status ${received.status} and no references.`);
    first ??= page;
    const { size } = references;
    for (const reference of page.references)
      if (!references.has(reference.id)) references.set(reference.id, reference);
    cursor = page.nextCursor;
    // It leads back.
    if (cursor === undefined || (references.size === size && page.references.length > 0)) break;
  }
  if (!first) throw new UnusableError('The list has no page.');
  return { first, references: [...references.values()], isComplete: cursor === undefined };
}

export const find = ({ references }: WholeList, id: string): Reference | undefined =>
  references.find((reference) => reference.id === id);

/** Whether a notification is snoozed now. */
export const isSnoozed = ({ snoozedUntil }: Reference): boolean =>
  typeof snoozedUntil === 'string' && new Date(snoozedUntil).getTime() > Date.now();

/** A notification to try something on: one whose marks can be restored, if there is one. */
export function findSubject({ references }: WholeList): Reference | undefined {
  const listed = references.filter((reference) => reference.isDismissed !== true && !isSnoozed(reference));
  return listed.find(({ isSeen, isRead }) => isSeen === true || isRead === true) ?? listed[0];
}

/** Nothing saves what the elements send: the list must say so. */
export function reportOffered(
  { report, saves }: CheckContext,
  name: 'seen' | 'answered',
  without: string,
): void {
  const request = nameOf(name === 'seen' ? 'seen' : 'answer');
  if (saves?.includes(name) ?? true)
    report.wrong(
      `${name}-offered`,
      request,
      `It is sent, and fails. Save it, or leave \`${name}\` out of \`saves\` of the list.`,
    );
  else report.missing(name, request, without);
}
