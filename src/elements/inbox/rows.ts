import { render } from 'lit';
import { warnOnce } from '../../common/warn.js';

/** One row of a list. */
export interface Row {
  /** Tells it from the others; a row keeps its element for as long as its key is on the list. */
  key: unknown;
  /** What it shows. As long as this is the same, the row is left alone. */
  value: unknown;
  className: string;
  /** What an article is called; it is asked for as the row is rendered. Other rows have no name. */
  name?: () => string;
  /** What stands in for it as long as there is no time to render it; a row without takes none. */
  meanwhile?: () => unknown;
  /** Where among the articles it stands, from 1 on. */
  position?: number;
  /** What the page makes of it, or the usual. */
  render: (isUsual: boolean) => unknown;
}

export interface PlaceOptions {
  /** Whose methods the rows' listeners are. */
  host: object;
  /** What all rows share. When it is another, each is rendered again. */
  context: unknown;
  /** How many articles there are in all; -1 where nobody knows. */
  size: number;
  /** How many rows that take time may be rendered. */
  most: number;
}

const shown = new WeakMap<Element, Row & { context: unknown; size: number }>();

/** The key of the row that an element shows. */
export function rowKey(element: Element): unknown {
  return shown.get(element)?.key;
}

function describe(element: HTMLElement, { name, position }: Row, size: number): void {
  if (!name) return;
  element.role = 'article';
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.ariaPosInSet = String(position);
  element.ariaSetSize = String(size);
}

/**
 * Puts exactly these rows into a list, in order. Only what is new or changed is rendered and only what is out of
 * place is moved, so that an arrival costs the same in a long list as in a short one. Gives how many more rows that
 * take time it could have rendered; below zero, how many it has left for another time.
 */
export function placeRows(
  list: Element,
  rows: readonly Row[],
  { host, context, size, most }: PlaceOptions,
): number {
  let left = most;
  const wanted = new Set(rows.map(({ key }) => key));
  const elements = new Map<unknown, HTMLElement>();
  for (const element of list.querySelectorAll<HTMLElement>(':scope > *')) {
    const key = rowKey(element);
    if (wanted.has(key)) elements.set(key, element);
    else element.remove();
  }
  let next = list.firstElementChild;
  for (const row of rows) {
    const element = elements.get(row.key) ?? document.createElement('div');
    const before = shown.get(element);
    const isChanged = before?.value !== row.value || before?.context !== context;
    const isLate = isChanged && row.meanwhile && (left -= 1) < 0;
    if (isLate && !before) render(row.meanwhile?.(), element);
    else if (isChanged && !isLate) {
      const show = (isUsual: boolean): unknown => render(row.render(isUsual), element, { host });
      try {
        show(false);
      } catch (error) {
        warnOnce(`renderNotification threw: ${String(error)}`);
        show(true);
      }
    }
    if (isChanged && row.name) element.ariaLabel = row.name();
    const isMoved = before?.position !== row.position || before?.size !== size;
    if (isMoved) describe(element, row, size);
    if (isMoved || isChanged) shown.set(element, { ...row, context, size, ...(isLate && { value: null }) });
    if (isLate && !before) element.className = 'pending';
    else if (isChanged && !isLate) element.className = row.className;
    if (element === next) next = next.nextElementSibling;
    else list.insertBefore(element, next);
  }
  return left;
}
