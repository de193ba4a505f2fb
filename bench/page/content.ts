import type { Notification } from '../../src/index.js';
import type { FloorScript } from './floor.js';
import { baseUrl, createIds, createReference, fetchFromMemory, recordUrl } from './records.js';

declare const floor: FloorScript;

/** What a page shows, as its address says: `?side=floor&view=list&count=24`. */
export interface PageRequest {
  side: 'floor' | 'baseline' | 'current';
  /**
   * - `list`: a list whose ids are known.
   * - `source`: a list whose source returns ids, dates and read state. Inbox only.
   * - `eager`: a list that creates all cards at once. Floor only.
   * - `cards`: cards without a list.
   * - `bell`: a bell with a list in its panel. Inbox only.
   */
  view: 'list' | 'source' | 'eager' | 'cards' | 'bell';
  count: number;
}

/** The list under test. Every side has the same structure: `[part=list] > [role=feed] > [role=article]`. */
export interface Content {
  root: () => ShadowRoot | null | undefined;
  /** Adds a notification at the top. */
  add: (id: string) => void;
}

async function loadRecord(id: string): Promise<Notification> {
  const { data } = (await (await fetchFromMemory(recordUrl(id))).json()) as { data: Notification };
  return data;
}

function createHost(container: HTMLElement): HTMLElement {
  const host = document.createElement('div');
  host.className = 'host';
  container.append(host);
  return host;
}

function showFloor(container: HTMLElement, { view, count }: PageRequest): Content {
  const host = createHost(container);
  const list = new floor.Floor(host, view === 'eager');
  list.show(createIds(count));
  return { root: () => host.shadowRoot, add: (id) => list.add(id) };
}

function showInbox(container: HTMLElement, { view, count }: PageRequest): Content {
  if (globalThis.NudgeInbox?.version === undefined) throw new Error('The script of the inbox is missing.');
  const ids = createIds(count);
  const source = { load: () => Promise.resolve({ references: ids.map(createReference) }) };
  const { element, session } = globalThis.NudgeInbox.mount(container, {
    element: view === 'bell' ? 'nudge-bell' : 'nudge-inbox',
    baseUrl,
    getToken: () => 'token',
    fetch: fetchFromMemory,
    ...(view === 'source' ? { source } : { ids }),
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
  const records = await Promise.all(createIds(count).map(loadRecord));
  const host = createHost(container);
  const start = performance.now();
  if (side === 'floor') floor.showCards(host, records);
  else createInboxCards(host, records);
  return { content: { root: () => host.shadowRoot, add: () => undefined }, start };
}

export function showContent(container: HTMLElement, request: PageRequest): Content {
  return request.side === 'floor' ? showFloor(container, request) : showInbox(container, request);
}
