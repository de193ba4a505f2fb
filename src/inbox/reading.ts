import type { NotificationItem } from './collection.js';

/** What somebody did about one notification's reading in this visit; null takes back what was done before. */
export interface ReadAct {
  readonly isRead: boolean | null;
}

/**
 * Who says what of the reading of each notification. It is asked in this order: what was done in this visit, the host's
 * hint, and last what the service said first: a GET may turn `isRead` on there, and fetched is not read.
 */
export class Reading {
  readonly #acts = new Map<string, ReadAct | undefined>();
  readonly #hints = new Map<string, boolean>();
  readonly #served = new Map<string, boolean | null>();
  readonly #isKeptByHost: boolean;

  constructor(isKeptByHost: boolean) {
    this.#isKeptByHost = isKeptByHost;
  }

  of({ id }: NotificationItem): boolean | null {
    const hint = this.#hints.get(id);
    return this.#acts.get(id)?.isRead ?? hint ?? this.#served.get(id) ?? null;
  }

  actOn(id: string): ReadAct | undefined {
    return this.#acts.get(id);
  }

  act(id: string, act: ReadAct | undefined): void {
    this.#acts.set(id, act);
  }

  /** What the host says by the way. Where it keeps read state its latest word counts, else its first. */
  hint(id: string, isRead: boolean): void {
    if (this.#isKeptByHost || !this.#hints.has(id)) this.#hints.set(id, isRead);
  }

  /** A change that the host tells of. */
  follow(id: string, isRead: boolean): void {
    this.#hints.set(id, isRead);
    // Where the host keeps read state, a later page of its own may say otherwise.
    this.#acts.set(id, this.#isKeptByHost ? undefined : { isRead });
  }

  serve(id: string, isRead: boolean | null): void {
    this.#served.set(id, this.#served.get(id) ?? isRead);
  }

  clear(): void {
    this.#acts.clear();
    this.#hints.clear();
    this.#served.clear();
  }
}
