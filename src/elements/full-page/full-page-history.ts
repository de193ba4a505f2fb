import { warnOnce } from '../../common/warn.js';

/** Parses a hash, or a part of it, as `DeepLink` does: a plus sign is one, not a space. */
const parseHash = (hash: string): URLSearchParams => new URLSearchParams(hash.replaceAll('+', '%2B'));

/** The page's address with the parameter in its hash set to the id, or without it. What else the hash contains stays. */
function addressWith(name: string, id: string | null): URL {
  // The address of the location lacks the user name of one such as https://user:password@host, which an entry must have too.
  const address = new URL(document.URL);
  const parts = address.hash
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !parseHash(part).has(name));
  if (id !== null) parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(id)}`);
  address.hash = parts.join('&');
  return address;
}

/** The entries of the browser's history: one for each notification that was shown. Without a name there are none. */
export class FullPageHistory {
  readonly #getName: () => string | null;
  /** Whether the entry before the current one is that of the list alone. */
  #isAfterList = false;
  /** The ids of the entries that were added. */
  readonly #added = new Set<string>();

  /** @param getName Returns the name of the parameter in the hash of the page's address. */
  constructor(getName: () => string | null) {
    this.#getName = getName;
  }

  /** Whether the page's address names no notification, but could. */
  get isAtList(): boolean {
    return Boolean(this.#getName()) && this.#linkedId === null;
  }

  /** Forgets what was shown: the customer has gone. */
  forget(): void {
    this.#added.clear();
  }

  /** The customer has moved through the history. */
  handleMove(): void {
    this.#isAfterList = false;
  }

  /** Adds an entry for a notification, unless the current one is its. */
  add(id: string): void {
    this.#added.add(id);
    const current = this.#linkedId;
    if (current === id) return;
    this.#isAfterList = current === null;
    this.#write('pushState', id);
  }

  /** Whether an entry was added for a notification: it was shown before. */
  has(id: string): boolean {
    return this.#added.has(id);
  }

  /** Returns to the list: by the browser's own Back, where that leads there. */
  leave(): void {
    if (this.isAtList) return;
    if (this.#isAfterList && this.#getName()) history.back();
    else this.#write('pushState', null);
  }

  /** Takes the notification out of the current entry: it is no longer there. */
  clear(): void {
    if (!this.isAtList) this.#write('replaceState', null);
  }

  /** The id that the page's address names. */
  get #linkedId(): string | null {
    const name = this.#getName();
    const id = name && parseHash(location.hash.slice(1)).get(name);
    return id === '' ? null : id;
  }

  #write(method: 'pushState' | 'replaceState', id: string | null): void {
    const name = this.#getName();
    if (!name) return;
    try {
      // Routers store their state in it.
      history[method](history.state, '', addressWith(name, id));
    } catch (error) {
      // Safari allows only so many entries within some seconds. The notification is shown nevertheless.
      warnOnce(`The address of the page does not name the notification: ${String(error)}`);
    }
  }
}
