import type { Notification, NotificationSource } from '../../src/index.js';
import type { FloorScript } from './floor.js';
import { baseUrl, createIds, createReference, fetchFromMemory, recordUrl } from './records.js';

declare const floor: FloorScript;

/** What a page shows, as its address says: `?side=floor&view=list&from=memory&count=24`. */
export interface PageRequest {
  side: 'floor' | 'baseline' | 'current';
  /**
   * - `list`: a list.
   * - `eager`: a list that creates all cards at once. Floor only.
   * - `cards`: cards without a list.
   * - `bell`: a bell with a list in its panel. Inbox only.
   */
  view: 'list' | 'eager' | 'cards' | 'bell';
  /**
   * - `memory`: the page knows the ids, and has the records in memory.
   * - `source`: the same, but a source returns the ids, with dates and read state.
   * - `network`: the server of the benchmark responds with the list and with each record.
   */
  from: 'memory' | 'source' | 'network';
  /** What the list of the server says about each notification; see `createList()`. */
  hints: ListHints;
  /** The customer key of the inbox; empty for none. */
  key: string;
  count: number;
}

export type ListHints = 'none' | 'dates' | 'counts' | 'records';

/** The list under test. Every side has the same structure: `[part=list] > [role=feed] > [role=article]`. */
export interface Content {
  root: () => ShadowRoot | null | undefined;
  /** Adds a notification at the top. */
  add: (id: string) => void;
}

async function loadRecord(load: (url: string) => Promise<Response>, id: string): Promise<Notification> {
  const { data } = (await (await load(recordUrl(id))).json()) as { data: Notification };
  return data;
}

const listUrl = ({ hints, count }: PageRequest): string => `/list?hints=${hints}&count=${count}`;

function createHost(container: HTMLElement): HTMLElement {
  const host = document.createElement('div');
  host.className = 'host';
  container.append(host);
  return host;
}

/** What a page without a library does: it requests the list, and then each record, unless the list contains them. */
async function showFloorFromNetwork(host: HTMLElement, request: PageRequest): Promise<Content> {
  const { references } = (await (await fetch(listUrl(request))).json()) as {
    references: { id: string; record?: Notification }[];
  };
  const records = new Map(references.map(({ id, record }) => [id, record]));
  const list = new floor.Floor(host, {
    loadRecord: async (id) => records.get(id) ?? (await loadRecord(fetch, id)),
  });
  list.show(references.map(({ id }) => id));
  return { root: () => host.shadowRoot, add: (id) => list.add(id) };
}

function showFloor(container: HTMLElement, request: PageRequest): Content {
  const host = createHost(container);
  if (request.from === 'network') {
    void showFloorFromNetwork(host, request);
    return { root: () => host.shadowRoot, add: () => undefined };
  }
  const list = new floor.Floor(host, {
    isEager: request.view === 'eager',
    loadRecord: (id) => loadRecord(fetchFromMemory, id),
  });
  list.show(createIds(request.count));
  return { root: () => host.shadowRoot, add: (id) => list.add(id) };
}

function showInbox(container: HTMLElement, request: PageRequest): Content {
  if (globalThis.NudgeInbox?.version === undefined) throw new Error('The script of the inbox is missing.');
  const { view, from, key, count } = request;
  const ids = createIds(count);
  const memorySource: NotificationSource = {
    load: () => Promise.resolve({ references: ids.map(createReference) }),
  };
  const { element, session } = globalThis.NudgeInbox.mount(container, {
    element: view === 'bell' ? 'nudge-bell' : 'nudge-inbox',
    baseUrl,
    getToken: () => 'token',
    customerKey: key || null,
    ...(from !== 'network' && { fetch: fetchFromMemory }),
    ...(from === 'memory' && { ids }),
    ...(from === 'source' && { source: memorySource }),
    ...(from === 'network' && { source: globalThis.NudgeInbox.pollingSource(listUrl(request)) }),
  });
  const inbox = (): Element | null | undefined =>
    view === 'bell' ? element.shadowRoot?.querySelector('nudge-inbox') : element;
  return {
    root: () => inbox()?.shadowRoot,
    add: (id) => session?.notifications.add([createReference(id)]),
  };
}

function createInboxCards(host: HTMLElement, records: readonly Notification[]): void {
  const list = document.createElement('div');
  list.part = 'list';
  const feed = document.createElement('div');
  feed.role = 'feed';
  for (const record of records) {
    const row = document.createElement('div');
    // The same as the style sheet of the floor.
    row.style.cssText = 'content-visibility: auto; contain-intrinsic-block-size: auto 110px';
    row.append(Object.assign(document.createElement('nudge-notification'), { record }));
    feed.append(row);
  }
  list.append(feed);
  host.attachShadow({ mode: 'open' }).append(list);
}

/** Creates cards from records that are loaded before. `start` is the time right before the first card. */
export async function showCards(
  container: HTMLElement,
  { side, count }: PageRequest,
): Promise<{ content: Content; start: number }> {
  const records = await Promise.all(createIds(count).map((id) => loadRecord(fetchFromMemory, id)));
  const host = createHost(container);
  const start = performance.now();
  if (side === 'floor') floor.showCards(host, records);
  else createInboxCards(host, records);
  return { content: { root: () => host.shadowRoot, add: () => undefined }, start };
}

export function showContent(container: HTMLElement, request: PageRequest): Content {
  return request.side === 'floor' ? showFloor(container, request) : showInbox(container, request);
}
