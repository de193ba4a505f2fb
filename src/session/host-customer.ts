import { isOtherCustomer } from '../api/errors.js';
import { warnOnce } from '../common/warn.js';
import { parseReferencePage, parseSourceEvent } from './sources/parse.js';
import type { NotificationGroup, NotificationSource, SaveOptions } from './sources/source.js';

/** After how long another customer may turn up once more, in milliseconds: sooner, the backend contradicts itself. */
const stableMs = 10_000;

/** Another customer is signed in than the session has taken for its own. */
export interface OtherHostCustomer {
  /** Whether the backend has not named the former one either: only the page did, by its key or its first page, which was wrong. */
  isPageWrong: boolean;
  /** Whether it says so again and again, so that to start over would not end. */
  isRepeated: boolean;
}

interface HostCustomerListeners {
  /** Another customer is signed in. */
  onOther: (other: OtherHostCustomer) => void;
  /** The backend has named a customer for the first time, or another one. */
  onIdentified: (key: string) => void;
}

/**
 * The customer whom the backend of the host names, by a key: with the list, the events and the preferences. Each change carries the key
 * back, so that the backend refuses that of another customer.
 */
export class HostCustomer {
  readonly #listeners: HostCustomerListeners;
  /** The key of the page, until the backend has said whether it is right. */
  #pageKey: string | null;
  #key: string | undefined;
  /** Whether the key is that of the first page, which came with the HTML, until the backend has said whether it is right. */
  #isAssumed: boolean;
  #handleConfirmed: () => void = () => undefined;
  readonly #confirmed = new Promise<void>((resolve) => (this.#handleConfirmed = resolve));
  #changedAt = -Infinity;

  /**
   * @param pageKey the `customerKey` of the session
   * @param assumedKey the `customer` of its first page
   */
  constructor(pageKey: string | null, assumedKey: string | undefined, listeners: HostCustomerListeners) {
    this.#pageKey = pageKey;
    this.#key = assumedKey;
    this.#isAssumed = assumedKey !== undefined;
    this.#listeners = listeners;
  }

  /** The key that the backend has named, or the first page until then; undefined while neither has. */
  get key(): string | undefined {
    return this.#key;
  }

  /** Whether only the first page, which came with the HTML, has named the customer. */
  get isAssumed(): boolean {
    return this.#isAssumed;
  }

  /** Resolves once somebody else than the first page says who the customer is. */
  async whenConfirmed(): Promise<void> {
    if (this.#isAssumed) await this.#confirmed;
  }

  /** Takes the customer whom the backend names. */
  identify(key: string): void {
    const former = this.#key ?? this.#pageKey ?? key;
    const isPageWrong = this.#isAssumed || this.#key === undefined;
    if (key !== this.#key || this.#isAssumed) this.#listeners.onIdentified(key);
    this.#key = key;
    this.#pageKey = null;
    this.#confirm();
    if (key !== former && isPageWrong)
      warnOnce('The page is not for the customer whom the backend names. Nothing is stored on the device.');
    if (key !== former) this.#report(isPageWrong);
  }

  /** Drops the customer who has signed out, or whom the session has found to be another one. */
  forget(): void {
    this.#key = undefined;
    this.#pageKey = null;
    this.#confirm();
  }

  #confirm(): void {
    this.#isAssumed = false;
    this.#handleConfirmed();
  }

  /**
   * Binds a source to the customer: what it saves carries the key, and what it says of the customer is taken here. A response that
   * comes after its caller has given up says nothing.
   */
  bind(source: NotificationSource): NotificationSource {
    const { load, continueFrom, subscribe, setRead, setSeen, setDismissed, setSnoozed } = source;
    const { setAnswer, remove, getToken, loadRecord, loadGroups, savePreference } = source;
    const save = <Options extends SaveOptions, Value>(
      options: Options,
      call: (options: Options) => Value,
    ): Promise<Awaited<Value>> => this.#send((customer) => call({ ...options, customer }));
    // Called as methods, since those of a host's class use `this`.
    return {
      ...(load && {
        load: async (request) => {
          const page = parseReferencePage(await this.#send(() => source.load?.(request)));
          if (page.customer !== undefined && !request.signal.aborted) this.identify(page.customer);
          return page;
        },
      }),
      ...(continueFrom && { continueFrom: (page) => source.continueFrom?.(page) }),
      ...(subscribe && {
        subscribe: (emit, options) =>
          source.subscribe?.((value) => {
            const event = options.signal.aborted ? null : parseSourceEvent(value);
            if (event?.type === 'customer') this.identify(event.customer);
            else if (event) emit(event);
          }, options),
      }),
      ...(setRead && {
        setRead: (ids, isRead, given) => save(given, (options) => source.setRead?.(ids, isRead, options)),
      }),
      ...(setSeen && {
        setSeen: (ids, given) => save(given, (options) => source.setSeen?.(ids, options)),
      }),
      ...(setDismissed && {
        setDismissed: (ids, isDismissed, given) =>
          save(given, (options) => source.setDismissed?.(ids, isDismissed, options)),
      }),
      ...(setSnoozed && {
        setSnoozed: (ids, until, given) => save(given, (options) => source.setSnoozed?.(ids, until, options)),
      }),
      ...(setAnswer && {
        setAnswer: (id, answer, given) => save(given, (options) => source.setAnswer?.(id, answer, options)),
      }),
      ...(remove && {
        remove: (ids, given) => save(given, (options) => source.remove?.(ids, options)),
      }),
      ...(getToken && {
        getToken: (why) =>
          this.#send(async (customer) => (await source.getToken?.({ ...why, customer })) ?? null),
      }),
      ...(loadRecord && {
        loadRecord: (id, { signal }) =>
          this.#send((before) =>
            source.loadRecord?.(id, {
              signal,
              setCustomer: (key) => {
                if (!signal.aborted) this.#identifySince(before, key);
              },
            }),
          ),
      }),
      ...(loadGroups && {
        loadGroups: () => this.#send((before) => this.#loadGroups(source, before)),
      }),
      ...(savePreference && {
        savePreference: (groupId, input, given) =>
          save(given, (options) => source.savePreference?.(groupId, input, options)),
      }),
    };
  }

  async #loadGroups(
    source: NotificationSource,
    before: string | undefined,
  ): Promise<readonly NotificationGroup[]> {
    // Nothing is requested before the first page is on the screen.
    if (this.#isAssumed) await this.whenConfirmed();
    const setCustomer = (key: string): void => this.#identifySince(before, key);
    return (await source.loadGroups?.({ setCustomer })) ?? [];
  }

  /** Takes the customer whom a response names, unless it is late: that of a former customer, whom this one has followed. */
  #identifySince(before: string | undefined, key: string): void {
    if (key !== '' && before === this.#key) this.identify(key);
  }

  /** Async, so that what the host throws at once comes as a rejection too. It calls at once: a page that is left sends nothing later. */
  async #send<Value>(call: (customer: string | undefined) => Value): Promise<Awaited<Value>> {
    const key = this.#key;
    try {
      return await call(key);
    } catch (error) {
      // Not of a request of a former customer, whom this one has followed meanwhile.
      if (isOtherCustomer(error) && key === this.#key) this.#reject();
      throw error;
    }
  }

  /** The backend refuses the customer of the session: its list says who is signed in. */
  #reject(): void {
    const isPageWrong = this.#isAssumed || (this.#key === undefined && this.#pageKey !== null);
    this.forget();
    this.#report(isPageWrong);
  }

  #report(isPageWrong: boolean): void {
    const now = performance.now();
    const isRepeated = now - this.#changedAt < stableMs;
    this.#changedAt = now;
    this.#listeners.onOther({ isPageWrong, isRepeated });
  }
}
