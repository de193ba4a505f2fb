import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** What pages have of a backend. */
export interface InboxVisit {
  /** The status of the list, and of a change of its first notification. */
  listed: number;
  saved: number;
  /** Whether an open page receives the change, without a reload. */
  isSent: boolean;
  /** Whether a page that receives nothing stays open until the next heartbeat. */
  isKept: boolean;
}

/** What they have of one that works. */
export const completeVisit: InboxVisit = { listed: 200, saved: 204, isSent: true, isKept: true };

/** Longer than a heartbeat of the events takes, and than a backend without a channel takes to look for them. */
const eventLimitMs = 40_000;
/** Longer than a server takes that only notices with the next heartbeat who has gone. */
const departureLimitMs = 40_000;
/** More than a customer may have open. */
const tooManyPages = 30;
/** Fewer requests than a customer may send. */
const retryMs = 2000;

/** The open page of a customer, as the server sees it. */
interface OpenPage {
  status: number;
  /** Whether this text arrives in time. */
  receives(text: string): Promise<boolean>;
  hangUp(): void;
}

export async function openPage(address: string): Promise<OpenPage> {
  // Not by `fetch()`, which may miss its abort: https://github.com/nodejs/node/issues/55428
  const request = get(`${address}/events`, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let received = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  response.on('error', () => undefined);
  return {
    status: response.statusCode ?? 0,
    async receives(text) {
      for (const end = Date.now() + eventLimitMs; Date.now() < end && !response.closed;) {
        if (received.includes(text)) return true;
        await delay(50);
      }
      return false;
    },
    hangUp() {
      request.destroy();
    },
  };
}

/** Opens this many pages. Returns how many the backend has accepted, once all of them have closed. */
async function countAccepted(address: string, count: number): Promise<number> {
  const pages = await Promise.all(Array.from({ length: count }, () => openPage(address)));
  for (const page of pages) page.hangUp();
  return pages.filter(({ status }) => status === 200).length;
}

/**
 * Uses a running backend as the page of a customer does.
 *
 * @param address - where it is mounted, such as `http://localhost:3000/inbox`
 */
export async function visitInbox(address: string): Promise<InboxVisit> {
  const list = await fetch(`${address}/notifications`);
  const { references } = (await list.json()) as { references: { id: string; isRead: boolean }[] };
  const { id, isRead } = references[0]!;
  const page = await openPage(address);
  // Until it has begun, the change would be an earlier one.
  await page.receives('event: customer');
  const { status: saved } = await fetch(`${address}/read`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids: [id], isRead: !isRead }),
  });
  const isSent = await page.receives(`"isRead":${!isRead}`);
  const isKept = await page.receives('event: ping');
  page.hangUp();
  return { listed: list.status, saved, isSent, isKept };
}

/** Opens as many pages as a customer may, closes them, and returns whether their places are free again. */
export async function freesPlaces(address: string): Promise<boolean> {
  const places = await countAccepted(address, tooManyPages);
  if (places === 0 || places === tooManyPages) throw new Error(`${places} pages of a customer may be open.`);
  for (const end = Date.now() + departureLimitMs; Date.now() < end;) {
    if ((await countAccepted(address, places)) === places) return true;
    await delay(retryMs);
  }
  return false;
}
