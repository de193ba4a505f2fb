import type { Notification } from '../../src/index.js';
import { createCard, createElement, createIconButton } from './floor-card.js';

declare const FLOOR_STYLES: string;

interface Row {
  id: string;
  element: HTMLElement;
  isRequested: boolean;
  /** The day of its record, once it is loaded. */
  day: number | null;
  heading: HTMLElement | null;
}

const batchSize = 50;
const maxConcurrentRequests = 6;
/** The newest records are requested before they are in view, because the unread count needs them. */
const preloadCount = 25;
const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' });

function createSkeleton(): HTMLElement {
  const bones = ['bone short', 'bone', 'bone long'].map((name) => createElement('div', { class: name }));
  return createElement(
    'div',
    { class: 'placeholder', 'aria-hidden': 'true' },
    createElement('div', { class: 'bone face' }),
    createElement('div', {}, ...bones),
  );
}

function attachRoot(host: HTMLElement): ShadowRoot {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(FLOOR_STYLES);
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  return root;
}

export interface FloorOptions {
  loadRecord: (id: string) => Promise<Notification>;
  /** Whether all cards are created as soon as possible, instead of as the reader scrolls. */
  isEager?: boolean;
}

/**
 * A list written by hand: the lower bound for what the inbox can reach. It does the same work for the reader: rows in
 * batches of 50, six requests at a time for the newest 25 and for what comes into view, a heading for each day.
 */
export class Floor {
  readonly #feed = createElement('div', { class: 'feed', role: 'feed', 'aria-label': 'Notifications' });
  readonly #end = createElement('div', { class: 'end' }, createSkeleton());
  readonly #count = createElement('span', { class: 'count' });
  readonly #rows: Row[] = [];
  readonly #rowByElement = new Map<Element, Row>();
  readonly #queue: Row[] = [];
  readonly #observer: IntersectionObserver;
  readonly #options: FloorOptions;
  #ids: readonly string[] = [];
  #activeRequests = 0;
  #unreadCount = 0;

  constructor(host: HTMLElement, options: FloorOptions) {
    this.#options = options;
    attachRoot(host).append(
      createElement(
        'div',
        { class: 'root' },
        createElement(
          'header',
          {},
          createElement('h2', { tabindex: '-1' }, 'Notifications'),
          createIconButton('Mark all as read', 'm2.5 12.5 4.5 4.5L16.5 7.5M12 16.2l.8.8L22 7.5'),
        ),
        this.#createFilters(),
        createElement('div', { class: 'visually-hidden', role: 'status' }),
        createElement('div', { class: 'list', part: 'list' }, this.#feed, this.#end),
      ),
    );
    this.#observer = new IntersectionObserver((entries) => this.#handleIntersections(entries), {
      rootMargin: '300px',
      scrollMargin: '300px',
    });
  }

  #createFilters(): HTMLElement {
    const all = createElement('button', { class: 'filter', type: 'button', 'aria-pressed': 'true' }, 'All');
    const unread = createElement(
      'button',
      { class: 'filter', type: 'button', 'aria-pressed': 'false' },
      'Unread ',
      this.#count,
    );
    return createElement('div', { class: 'filters', role: 'group', 'aria-label': 'Filter' }, all, unread);
  }

  show(ids: readonly string[]): void {
    this.#ids = ids;
    const { isEager } = this.#options;
    this.#appendRows(isEager ? ids.length : batchSize);
    this.#request(isEager ? this.#rows : this.#rows.slice(0, preloadCount));
    this.#observer.observe(this.#end);
  }

  add(id: string): void {
    const row = this.#createRow(id);
    this.#rows.unshift(row);
    this.#feed.prepend(row.element);
    this.#request([row]);
  }

  #createRow(id: string): Row {
    const row: Row = {
      id,
      element: createElement('div', { class: 'pending', role: 'article', tabindex: '-1' }, createSkeleton()),
      isRequested: false,
      day: null,
      heading: null,
    };
    this.#rowByElement.set(row.element, row);
    return row;
  }

  #appendRows(count: number): void {
    const ids = this.#ids.slice(this.#rows.length, this.#rows.length + count);
    const rows = ids.map((id) => this.#createRow(id));
    this.#rows.push(...rows);
    this.#feed.append(...rows.map((row) => row.element));
    if (!this.#options.isEager) for (const row of rows) this.#observer.observe(row.element);
    if (this.#rows.length >= this.#ids.length) this.#end.remove();
  }

  #handleIntersections(entries: readonly IntersectionObserverEntry[]): void {
    const visible = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
    this.#request(visible.flatMap((target) => this.#rowByElement.get(target) ?? []));
    if (!visible.includes(this.#end)) return;
    this.#appendRows(batchSize);
    // The observer calls back only for changes: observed again, it reports an end that is still in view.
    this.#observer.unobserve(this.#end);
    if (this.#end.isConnected) this.#observer.observe(this.#end);
  }

  #request(rows: readonly Row[]): void {
    for (const row of rows) {
      if (row.isRequested) continue;
      row.isRequested = true;
      this.#queue.push(row);
    }
    this.#startRequests();
  }

  #startRequests(): void {
    while (this.#activeRequests < maxConcurrentRequests) {
      const row = this.#queue.shift();
      if (!row) return;
      void this.#load(row);
    }
  }

  async #load(row: Row): Promise<void> {
    this.#activeRequests += 1;
    const record = await this.#options.loadRecord(row.id);
    this.#activeRequests -= 1;
    this.#observer.unobserve(row.element);
    row.element.className = 'loaded';
    row.element.ariaLabel = record.payload.title;
    row.element.replaceChildren(createCard(record, true));
    row.day = new Date(record.createdDate ?? '').setHours(0, 0, 0, 0);
    const index = this.#rows.indexOf(row);
    this.#updateHeading(index);
    const next = this.#rows.findIndex(({ day }, position) => position > index && day !== null);
    if (next > 0) this.#updateHeading(next);
    if (record.isRead === false) this.#count.textContent = String((this.#unreadCount += 1));
    this.#startRequests();
  }

  /** The first loaded row of each day has the heading of the day before it. */
  #updateHeading(index: number): void {
    const row = this.#rows[index];
    if (typeof row?.day !== 'number') return;
    let previous = index - 1;
    while (previous >= 0 && this.#rows[previous]?.day === null) previous -= 1;
    const isFirst = this.#rows[previous]?.day !== row.day;
    if (isFirst && !row.heading) {
      row.heading = createElement(
        'div',
        { class: 'day' },
        createElement('div', { class: 'date' }, dayFormat.format(row.day)),
      );
      row.element.before(row.heading);
    } else if (!isFirst && row.heading) {
      row.heading.remove();
      row.heading = null;
    }
  }
}

/** Creates cards without a list, all at once. */
export function showCards(host: HTMLElement, records: readonly Notification[]): void {
  const rows = records.map((record) =>
    createElement('div', { class: 'loaded row' }, createCard(record, false)),
  );
  const feed = createElement('div', { class: 'feed', role: 'feed' }, ...rows);
  attachRoot(host).append(
    createElement('div', { class: 'root' }, createElement('div', { class: 'list', part: 'list' }, feed)),
  );
}

/** The global of the floor's script, as `NudgeInbox` is that of the inbox. */
export interface FloorScript {
  Floor: typeof Floor;
  showCards: typeof showCards;
}

Object.assign(globalThis, { floor: { Floor, showCards } satisfies FloorScript });
