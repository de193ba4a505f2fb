import type { Notification } from '../../src/api/schemas/notification.js';
import { element, iconButton, makeCard } from './floor-card.js';
import { fetchFromMemory, recordAddress } from './records.js';

declare const FLOOR_STYLES: string;

interface Row {
  id: string;
  element: HTMLElement;
  isAsked: boolean;
  day: number | null;
  heading: HTMLElement | null;
}

const portion = 50;
const atOnce = 6;
const counted = 25;
const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' });

function skeleton(): HTMLElement {
  const bones = ['bone short', 'bone', 'bone long'].map((name) => element('div', { class: name }));
  const attributes = { class: 'placeholder', 'aria-hidden': 'true' };
  return element('div', attributes, element('div', { class: 'bone face' }), element('div', {}, ...bones));
}

async function load(id: string): Promise<Notification> {
  const response = await fetchFromMemory(recordAddress(id));
  const { data } = JSON.parse(await response.text()) as { data: Notification };
  return data;
}

/**
 * The floor: a list written by hand for this one purpose. It does what the inbox does for the reader: rows in portions
 * of 50, records fetched six at once for the newest 25 and for what comes into view, a heading for each day.
 * With `isEager` it does not wait for the reader, and makes all cards as soon as it can.
 */
export class Floor {
  readonly #root: ShadowRoot;
  readonly #list = element('div', { class: 'feed', role: 'feed', 'aria-label': 'Notifications' });
  readonly #end = element('div', { class: 'end' }, skeleton());
  readonly #count = element('span', { class: 'count' });
  readonly #rows: Row[] = [];
  readonly #rowOf = new Map<Element, Row>();
  readonly #waiting: Row[] = [];
  readonly #observer: IntersectionObserver;
  readonly #isEager: boolean;
  #ids: readonly string[] = [];
  #active = 0;
  #unread = 0;

  constructor(host: HTMLElement, isEager: boolean) {
    this.#isEager = isEager;
    this.#root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(FLOOR_STYLES);
    this.#root.adoptedStyleSheets = [sheet];
    const heading = element('h2', { tabindex: '-1' }, 'Notifications');
    const all = element('button', { class: 'filter', type: 'button', 'aria-pressed': 'true' }, 'All');
    const unread = element(
      'button',
      { class: 'filter', type: 'button', 'aria-pressed': 'false' },
      'Unread ',
      this.#count,
    );
    this.#root.append(
      element(
        'div',
        { class: 'root' },
        element(
          'header',
          {},
          heading,
          iconButton('Mark all as read', 'm2.5 12.5 4.5 4.5L16.5 7.5M12 16.2l.8.8L22 7.5'),
        ),
        element('div', { class: 'filters', role: 'group', 'aria-label': 'Filter' }, all, unread),
        element('div', { class: 'visually-hidden', role: 'status' }),
        element('div', { class: 'stage' }, element('div', { class: 'list' }, this.#list, this.#end)),
      ),
    );
    this.#observer = new IntersectionObserver((entries) => this.#follow(entries), {
      rootMargin: '300px',
      scrollMargin: '300px',
    });
  }

  show(ids: readonly string[]): void {
    this.#ids = ids;
    this.#extend(this.#isEager ? ids.length : portion);
    this.#ask(this.#isEager ? this.#rows : this.#rows.slice(0, counted));
    this.#observer.observe(this.#end);
  }

  add(id: string): void {
    const row = this.#make(id);
    this.#rows.unshift(row);
    this.#list.prepend(row.element);
    this.#ask([row]);
  }

  #make(id: string): Row {
    const row: Row = {
      id,
      element: element('div', { class: 'pending', role: 'article', tabindex: '-1' }, skeleton()),
      isAsked: false,
      day: null,
      heading: null,
    };
    this.#rowOf.set(row.element, row);
    return row;
  }

  #extend(by: number): void {
    const rows = this.#ids.slice(this.#rows.length, this.#rows.length + by).map((id) => this.#make(id));
    this.#rows.push(...rows);
    this.#list.append(...rows.map((row) => row.element));
    if (!this.#isEager) for (const row of rows) this.#observer.observe(row.element);
    if (this.#rows.length >= this.#ids.length) this.#end.remove();
  }

  #follow(entries: readonly IntersectionObserverEntry[]): void {
    const seen = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
    this.#ask(seen.flatMap((target) => this.#rowOf.get(target) ?? []));
    if (!seen.includes(this.#end)) return;
    this.#extend(portion);
    // Observed anew, it is told again where it still is in view.
    this.#observer.unobserve(this.#end);
    if (this.#end.isConnected) this.#observer.observe(this.#end);
  }

  #ask(rows: readonly Row[]): void {
    for (const row of rows) {
      if (row.isAsked) continue;
      row.isAsked = true;
      this.#waiting.push(row);
    }
    while (this.#active < atOnce && this.#waiting.length > 0) void this.#fill(this.#waiting.shift());
  }

  async #fill(row: Row | undefined): Promise<void> {
    if (!row) return;
    this.#active += 1;
    const record = await load(row.id);
    this.#active -= 1;
    this.#observer.unobserve(row.element);
    row.element.className = 'loaded';
    row.element.ariaLabel = record.payload.title;
    row.element.replaceChildren(makeCard(record, true));
    row.day = new Date(record.createdDate ?? '').setHours(0, 0, 0, 0);
    const index = this.#rows.indexOf(row);
    this.#placeHeading(index);
    const next = this.#rows.findIndex(({ day }, place) => place > index && day !== null);
    if (next > 0) this.#placeHeading(next);
    if (record.isRead === false) this.#count.textContent = String((this.#unread += 1));
    this.#ask([]);
  }

  /** A day's heading stands before the first card of that day. */
  #placeHeading(index: number): void {
    const row = this.#rows[index];
    if (typeof row?.day !== 'number') return;
    let before = index - 1;
    while (before >= 0 && this.#rows[before]?.day === null) before -= 1;
    const isFirst = this.#rows[before]?.day !== row.day;
    if (isFirst && !row.heading) {
      row.heading = element(
        'div',
        { class: 'day' },
        element('div', { class: 'date' }, dayFormat.format(row.day)),
      );
      row.element.before(row.heading);
    } else if (!isFirst && row.heading) {
      row.heading.remove();
      row.heading = null;
    }
  }
}

/** Nothing but cards, all at once. */
export function showCards(host: HTMLElement, records: readonly Notification[]): void {
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(FLOOR_STYLES);
  root.adoptedStyleSheets = [sheet];
  const rows = records.map((record) => element('div', { class: 'loaded row' }, makeCard(record, false)));
  root.append(
    element(
      'div',
      { class: 'root' },
      element('div', { class: 'list' }, element('div', { class: 'feed' }, ...rows)),
    ),
  );
}

/** What the floor's script gives to its page, as the inbox's gives its global. */
export interface FloorScript {
  Floor: typeof Floor;
  showCards: typeof showCards;
}

Object.assign(globalThis, { floor: { Floor, showCards } satisfies FloorScript });
