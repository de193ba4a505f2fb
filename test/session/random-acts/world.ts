import { vi } from 'vitest';
import { FakeBrowser, stubSessionStorage } from '../fakes.js';
import { stubBroadcastChannel } from '../fake-channel.js';
import { FakeRows, rowNameOf, stubCrypto } from './fake-database.js';
import type { StoredRow } from '../../../src/session/device/stored-row.js';
import type { Random } from './random.js';
import { baseUrl, keyOf, Site } from './site.js';
import { Tab } from './tab.js';

const minuteMs = 60_000;

/** A site, and a browser with two tabs for the customers who take turns at it. */
export class World {
  readonly site: Site;
  readonly tabs: Tab[] = [];
  readonly rows = new FakeRows();
  /** What the customer did cannot all be expected to be kept then. */
  readonly mayLoseStorage: boolean;
  /** Whether the clock of the device is set back and forward. */
  readonly hasWrongClock: boolean;
  /** Whether what the device stores was lost, or could not be written. */
  hasLostStorage = false;
  /** How many outcomes pages have had: each is another one. */
  outcomeCount = 0;
  isVisible = true;
  isOnline = true;
  readonly #browser = new FakeBrowser();

  constructor(random: Random) {
    stubBroadcastChannel();
    stubSessionStorage();
    stubCrypto();
    this.site = new Site(random);
    this.mayLoseStorage = random.chance(0.2);
    this.hasWrongClock = random.chance(0.2);
    this.rows.beforeChange = async () => {
      if (!this.mayLoseStorage || !random.chance(this.failureRate / 5)) return;
      this.hasLostStorage = true;
      if (random.chance(0.5)) throw new Error('The storage failed.');
      await new Promise(() => undefined);
    };
    this.tabs.push(new Tab(this), new Tab(this));
  }

  get failureRate(): number {
    return this.site.failureRate;
  }

  set failureRate(rate: number) {
    this.site.failureRate = rate;
  }

  reload(tab: Tab): void {
    tab.close();
    this.tabs[this.tabs.indexOf(tab)] = new Tab(this);
  }

  /** Somebody signs in at the site, in whichever tab, without a word to the sessions; null ends the visit of the one before. */
  signIn(customer: string | null): void {
    this.site.signedIn = customer;
    for (const tab of [...this.tabs]) {
      tab.noteSignIn(customer);
      if (this.#isOutdated(tab)) this.reload(tab);
    }
  }

  reloadAll(): void {
    for (const tab of [...this.tabs]) this.reload(tab);
  }

  /** Whether a page has to be loaded anew when somebody signs in: only its key, or that it has none, says whose the storage is. */
  #isOutdated({ customer }: Tab): boolean {
    if (!this.site.hasCustomerKey) return false;
    if (customer === null) return true;
    const isStored = this.rowsOf(customer).some(({ uniqueCustomerId }) => uniqueCustomerId !== null);
    return !this.site.namesCustomer && (this.mayLoseStorage || !isStored);
  }

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    this.#browser.setVisible(isVisible);
    for (const tab of this.tabs) tab.setVisible(isVisible);
  }

  setOnline(isOnline: boolean): void {
    this.isOnline = isOnline;
    this.#browser.setOnline(isOnline);
    for (const tab of this.tabs) tab.setOnline(isOnline);
  }

  /** What the browser stores for a customer: of pages with a key, or without one. */
  rowsOf(customer: string): StoredRow[] {
    const names = [`customer key ${keyOf(customer)}`, `${baseUrl} ${customer}`];
    return names.flatMap((name) => this.rows.get(rowNameOf(name)).row ?? []);
  }

  /** Whose row holds a text of another customer. Where only the page says whose it is, that may be out of date when the row begins. */
  get mixedRows(): string[] {
    return this.site.customers.filter((customer) =>
      this.rowsOf(customer).some(({ uniqueCustomerId, records }) => {
        const owner = this.site.namesCustomer ? customer : uniqueCustomerId;
        return records.some(({ record }) => record.uniqueCustomerId !== owner);
      }),
    );
  }

  /** Ends all faults and waits until nothing more happens. */
  async settle(): Promise<void> {
    this.failureRate = 0;
    this.setOnline(true);
    this.setVisible(true);
    for (const tab of this.tabs) tab.goBack();
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    for (let round = 0; round < 2; round += 1) {
      for (const { notifications } of this.tabs) {
        void notifications.refresh();
        await vi.advanceTimersByTimeAsync(minuteMs);
        while (notifications.state.hasMore) {
          void notifications.loadMore();
          await vi.advanceTimersByTimeAsync(minuteMs);
        }
        notifications.setVisible(notifications.state.items.map(({ id }) => id));
        await vi.advanceTimersByTimeAsync(minuteMs);
      }
    }
  }
}
