import type { Notification } from '../../src/api/schemas/notification.js';
import type { Session } from '../../src/inbox/session.js';
import type { FloorScript } from './floor.js';
import { baseUrl, fetchFromMemory, makeIds, makeReference, recordAddress } from './records.js';

declare const floor: FloorScript;

/** What a page shows, by its address: `?side=floor&kind=list&count=24`. */
export interface Request {
  side: 'floor' | 'ours';
  /** `told`: as `list`, its source says dates and read state beforehand. `eager`: the floor waits for no reader. */
  kind: 'list' | 'told' | 'eager' | 'cards' | 'bell';
  count: number;
}

/** The list under test, as the probe sees it. Both sides have their rows in `.list .feed`, those on their way `.pending`. */
export interface Shown {
  root: () => ShadowRoot | null | undefined;
  add: (id: string) => void;
}

async function readRecord(id: string): Promise<Notification> {
  const { data } = (await (await fetchFromMemory(recordAddress(id))).json()) as { data: Notification };
  return data;
}

function showFloor(place: HTMLElement, { kind, count }: Request): Shown {
  const host = document.createElement('div');
  host.className = 'host';
  place.append(host);
  const list = new floor.Floor(host, kind === 'eager');
  list.show(makeIds(count));
  return { root: () => host.shadowRoot, add: (id) => list.add(id) };
}

function mountOurs(place: HTMLElement, { kind, count }: Request): Shown {
  if (globalThis.NudgeInbox?.version === undefined) throw new Error('The script is missing.');
  const ids = makeIds(count);
  const told = { load: () => Promise.resolve({ references: ids.map(makeReference) }) };
  const { element, session } = globalThis.NudgeInbox.mount(place, {
    element: kind === 'bell' ? 'nudge-bell' : 'nudge-inbox',
    baseUrl,
    getToken: () => 'token',
    fetch: fetchFromMemory,
    ...(kind === 'told' ? { source: told } : { ids }),
  });
  const inbox = (): Element | null =>
    element.localName === 'nudge-bell' ? (element.shadowRoot?.querySelector('nudge-inbox') ?? null) : element;
  return { root: () => inbox()?.shadowRoot, add: (id) => addTo(session, id) };
}

function addTo(session: Session | undefined, id: string): void {
  session?.notifications.add([makeReference(id)]);
}

function makeOurCards(host: HTMLElement, records: readonly Notification[]): void {
  const root = host.attachShadow({ mode: 'open' });
  const list = document.createElement('div');
  list.className = 'list';
  const rows = document.createElement('div');
  rows.className = 'feed';
  for (const record of records) {
    const row = document.createElement('div');
    row.className = 'loaded';
    // As the floor's sheet has it, which this bare list goes without.
    row.style.cssText = 'content-visibility: auto; contain-intrinsic-block-size: auto 110px';
    row.append(Object.assign(document.createElement('nudge-notification'), { record }));
    rows.append(row);
  }
  list.append(rows);
  root.append(list);
}

/** Cards alone: the records are at hand, and all are made in one go. Gives the time at which that began. */
export async function showCards(place: HTMLElement, { side, count }: Request): Promise<[Shown, number]> {
  const records = await Promise.all(makeIds(count).map(readRecord));
  const host = document.createElement('div');
  host.className = 'host';
  place.append(host);
  const began = performance.now();
  if (side === 'floor') floor.showCards(host, records);
  else makeOurCards(host, records);
  return [{ root: () => host.shadowRoot, add: () => undefined }, began];
}

export function show(place: HTMLElement, request: Request): Shown {
  return request.side === 'floor' ? showFloor(place, request) : mountOurs(place, request);
}
