import type { ListBody } from './http/list-response.js';

/** Options of `backend.firstPage()`, each optional. */
export interface FirstPageOptions {
  /** How many notifications it has at most: 1 to 100. Default: 25. */
  limit?: number;
  /** How long the page waits for it, in milliseconds: then it is null. Default: 500. */
  timeoutMs?: number;
}

/** The first page of a customer's list, as plain data for the HTML of a page. */
export interface FirstPage extends ListBody {
  /** From when it is, in ISO 8601: the elements show it only while it is fresh. */
  loadedDate: string;
}

/** An id that needs no escape in HTML. */
const idPattern = /^[\w-]+$/;

/**
 * Prints a first page for the HTML of a page, as a data block: `<script type="application/json" id="…">…</script>`. No text of a
 * notification can end it, and a Content-Security-Policy needs nothing for it: the browser does not run it.
 *
 * @param page what `backend.firstPage()` has returned, also null, or what your own list responds with, and its `loadedDate`
 * @param id what the attribute `first-page` of the elements names. Default: `nudge-first-page`.
 * @throws TypeError if the id has anything but letters, digits, `-` and `_`
 * @example
 * const html = `${firstPageScript(await backend.firstPage(customerId))}
 *   <nudge-bell first-page="nudge-first-page" …></nudge-bell>`;
 */
export function firstPageScript(page: object | null, id = 'nudge-first-page'): string {
  if (!idPattern.test(id)) throw new TypeError('The id of a first page has letters, digits, - and _ only.');
  // In JSON, it occurs only within texts, where the escape means the same.
  const json = JSON.stringify(page).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}
