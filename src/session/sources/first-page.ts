import { parseTime } from '../../common/dates.js';
import { warnOnce } from '../../common/warn.js';
import { parseReferencePage } from './parse.js';
import type { FirstPage, ReferencePage } from './source.js';

/** How old it may be by the clock of the device, in milliseconds, and by how much that may be slow. */
export const maxAgeMs = 300_000;

/** Those that were shown: each is shown once in a document, so that it comes back neither with another element nor after a sign-out. */
const shown = new WeakSet<object>();

/** Parses what came with the HTML, as data or as JSON; null, with a warning, if it is no first page. */
export function parseFirstPage(given: unknown): FirstPage | null {
  try {
    const value: unknown = typeof given === 'string' ? JSON.parse(given) : given;
    // The host could not load it in time.
    if (value === null) return null;
    const page = parseReferencePage(value);
    if (isFirstPage(page)) return page;
    throw new TypeError('It has no customer, or no loadedDate.');
  } catch (error) {
    warnOnce(`The list is requested, since its first page cannot be used. ${String(error)}`);
    return null;
  }
}

const isFirstPage = (page: ReferencePage): page is FirstPage =>
  page.customer !== undefined && page.loadedDate !== undefined;

/** The first page that a session was given. */
export class GivenPage {
  readonly page: FirstPage;
  readonly #given: object;

  constructor(page: FirstPage, given: object) {
    this.page = page;
    this.#given = given;
  }

  /** Returns the page to show it; null if it is not fresh, or was shown before. */
  take(): FirstPage | null {
    const age = Date.now() - parseTime(this.page.loadedDate);
    if (Math.abs(age) > maxAgeMs || shown.has(this.#given)) return null;
    shown.add(this.#given);
    return this.page;
  }
}
