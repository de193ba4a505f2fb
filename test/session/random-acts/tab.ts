import { vi } from 'vitest';
import { createSession } from '../../../src/session/session.js';
import type { Notifications } from '../../../src/session/notifications/notification-store.js';
import type { SourceEvent } from '../../../src/session/sources/source.js';
import { FakeBrowser } from '../fakes.js';
import { currentPage, type FakeRows, type PageStorage } from './fake-database.js';
import { ShownCustomers } from './shown-customers.js';
import { baseUrl, keyOf, type Site, type Visitor } from './site.js';

vi.mock('../../../src/session/device/database.js', async () => ({
  Database: (await import('./fake-database.js')).FakeDatabase,
}));

export interface TabOptions {
  site: Site;
  /** What the browser stores. */
  rows: FakeRows;
  isOnline: boolean;
}

/** A page in a tab of the browser. */
export class Tab implements Visitor {
  readonly notifications: Notifications;
  readonly signOut: () => Promise<boolean>;
  readonly close: () => void;
  emit: ((event: SourceEvent) => void) | null = null;
  streamOwner: string | null = null;
  readonly missedOf = new Set<string>();
  /** Takes back the last "mark all as read". */
  undo: (() => void) | null = null;
  /** What the tab has dismissed last, and can restore. */
  dismissed: readonly string[] = [];
  /** Whether it is in the back/forward cache. */
  isFrozen = false;
  /** Whether the page is gone: none of its code runs any more. */
  isClosed = false;
  /** Who was signed in when it was opened; null for nobody. */
  readonly customer: string | null;
  readonly #visit: object;
  readonly #site: Site;
  readonly #storage: PageStorage;
  readonly #browser: FakeBrowser;
  readonly #shown: ShownCustomers;

  constructor({ site, rows, isOnline }: TabOptions) {
    this.#site = site;
    this.#browser = new FakeBrowser({ isOnline });
    this.#storage = { rows, isAborted: false };
    const { signedIn, hasCustomerKey } = site;
    this.customer = signedIn;
    this.#shown = new ShownCustomers(signedIn);
    const session = this.#run(() =>
      createSession({
        baseUrl,
        fetch: site.createFetch(this),
        source: site.createSource(this),
        customerKey: hasCustomerKey && signedIn !== null ? keyOf(signedIn) : null,
      }),
    );
    this.notifications = session.notifications;
    this.#visit = this.notifications.visit;
    this.signOut = () => session.signOut();
    site.visitors.add(this);
    const unsubscribe = this.#run(() => this.notifications.subscribe(() => this.#checkShown()));
    this.close = () => {
      this.isClosed = true;
      unsubscribe();
      session.close();
      site.visitors.delete(this);
    };
    this.#checkShown();
  }

  /** Whose messages it has shown. */
  get shownOwners(): ReadonlySet<string> {
    return this.#shown.owners;
  }

  get isReturning(): boolean {
    return this.notifications.isReturning;
  }

  /** Whether it is in the visit in which it was opened: in a later one, nothing is stored any more. */
  get isFirstVisit(): boolean {
    return this.notifications.visit === this.#visit;
  }

  get listedIds(): string[] {
    return this.notifications.state.items.map(({ id }) => id);
  }

  /** Has the browser abort what the page is writing, as when it is being left. */
  abortWrites(): void {
    this.#storage.isAborted = true;
  }

  /** A page in the back/forward cache receives no events. */
  setVisible(isVisible: boolean): void {
    if (!this.isFrozen) this.#run(() => this.#browser.setVisible(isVisible));
  }

  setOnline(isOnline: boolean): void {
    if (!this.isFrozen) this.#run(() => this.#browser.setOnline(isOnline));
  }

  noteSignIn(customer: string | null): void {
    this.#shown.noteSignIn(customer);
  }

  /** Another page is opened in the tab. */
  leave(): void {
    if (this.isFrozen) return;
    this.isFrozen = true;
    this.#browser.dispatchPageTransition('pagehide');
  }

  /** The page returns from the back/forward cache. */
  goBack(): void {
    if (!this.isFrozen) return;
    this.isFrozen = false;
    this.#shown.startWith(this.#site.signedIn);
    this.#run(() => this.#browser.dispatchPageTransition('pageshow'));
    this.#checkShown();
  }

  /** What the session opens meanwhile, or later for this, is of this page. */
  #run<Value>(callback: () => Value): Value {
    return currentPage.run(this.#storage, callback);
  }

  #checkShown(): void {
    this.#site.leaks.push(...this.#shown.findLeaks(this.notifications.state));
  }
}
