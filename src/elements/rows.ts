import { render } from 'lit';

/** One row of a list. */
export interface Row {
  /** Tells it from the others; a row keeps its element for as long as its key is on the list. */
  key: unknown;
  /** What it shows. As long as this is the same, the row is left alone. */
  value: unknown;
  className: string;
  render: () => unknown;
}

const shown = new WeakMap<Element, Row>();

/** The key of the row that an element shows. */
export function rowKey(element: Element): unknown {
  return shown.get(element)?.key;
}

/**
 * Puts exactly these rows into a list, in order. Only what is new or changed is rendered and only what is out of
 * place is moved, so that an arrival costs the same in a long list as in a short one.
 */
export function placeRows(list: Element, rows: readonly Row[], host: object): void {
  const wanted = new Set(rows.map(({ key }) => key));
  const elements = new Map<unknown, HTMLElement>();
  for (const element of list.querySelectorAll('li')) {
    const key = rowKey(element);
    if (wanted.has(key)) elements.set(key, element);
    else element.remove();
  }
  let next = list.firstElementChild;
  for (const row of rows) {
    const element = elements.get(row.key) ?? document.createElement('li');
    if (shown.get(element)?.value !== row.value) render(row.render(), element, { host });
    shown.set(element, row);
    element.className = row.className;
    if (element === next) next = next.nextElementSibling;
    else list.insertBefore(element, next);
  }
}
