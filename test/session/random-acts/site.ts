import { ApiError, OtherCustomerError, SignedOutError } from '../../../src/api/errors.js';
import type {
  NotificationSource,
  ReferencePage,
  SaveOptions,
  SourceEvent,
} from '../../../src/session/sources/source.js';
import type {
  AnswerAction,
  NotificationAnswer,
  PendingAnswer,
} from '../../../src/session/notifications/state/notification-item.js';
import { apiError, makeRecord, networkError } from '../fakes.js';
import type { Random } from './random.js';

const minuteMs = 60_000;
/** So few that there are several pages. */
const pageSize = 5;

/** A notification as the service and the host know it. */
export interface Fact {
  id: string;
  /** The customer to whom it was sent. */
  owner: string;
  createdDate: string;
  /** What the host stores. */
  isRead: boolean;
  /** What the customer decided last, where the host stores nothing. */
  decided: boolean | null;
  /** What the host stores, or else what the customer decided last; null if it is not certain that anybody remembers that. */
  isDismissed: boolean | null;
  /** What the host stores of how it is answered; null if it is not. */
  answer: NotificationAnswer | PendingAnswer | null;
  /** Each answer of which a page has said that it stands. */
  readonly given: NotificationAnswer[];
  /** Whether it is not certain that anybody remembers one of these. */
  isAnswerUncertain: boolean;
  /** The pages in which something was decided about it. */
  readonly deciders: Set<Visitor>;
  isWithdrawn: boolean;
  /** Whether a tab may have missed that it was withdrawn. */
  isMissed: boolean;
}

/** A page as the site knows it. */
export interface Visitor {
  /** Emits an event of the host's source, while the page subscribes to it. */
  emit: ((event: SourceEvent) => void) | null;
  /** Who was signed in when the page subscribed: the events are theirs. */
  streamOwner: string | null;
  /** The customers whose answers the host itself has changed while the page did not receive their events. */
  readonly missedOf: Set<string>;
  /** Whether nothing shows yet whose the page is: a request may be the check of that. */
  readonly isReturning: boolean;
  /** Whether it is in the visit in which it was opened: in a later one, nothing is stored any more. */
  readonly isFirstVisit: boolean;
}

/** What `setAnswer` of a source receives. */
type Press = Parameters<NonNullable<NotificationSource['setAnswer']>>[1];

/** How long the host says that it does what a button is for. */
const lapseMs = 30_000;
const button = { name: null, url: null };
const actionButtons = {
  primary: { ...button, onclickAction: 'approve' },
  secondary: { ...button, onclickAction: 'reject' },
  tertiary: null,
};

type ServiceResponse = [status: number, data: unknown, retryAfter?: string];

/** A service and a host with a sign-in by cookie, which fail as often as they are told to. */
export class Site {
  readonly customers: readonly string[];
  readonly facts = new Map<string, Fact>();
  readonly visitors = new Set<Visitor>();
  /** Who is signed in at the host, in every tab; null for nobody. */
  signedIn: string | null;
  readonly persistsReadState: boolean;
  /** Whether the host stores what is dismissed. */
  readonly persistsDismissals: boolean;
  /** Whether the host stores answers. */
  readonly persistsAnswers: boolean;
  /** How often each outcome of a page has been sent to the host, in which no two are the same. */
  readonly outcomeCounts = new Map<string, number>();
  /** How often each notification was pressed for the host to do what the button is for, and how often that was sent. */
  readonly pressCounts = new Map<string, { pressed: number; sent: number }>();
  /** Whether the host says of each notification whether it is read: always if it stores that. */
  readonly namesReadState: boolean;
  /** Whether the host says whose its list is, and refuses what another customer has done. */
  readonly namesCustomer: boolean;
  /** Whether the pages name the customer by a key. */
  readonly hasCustomerKey: boolean;
  readonly requests: string[] = [];
  listRequestCount = 0;
  failureRate = 0;
  /** What one customer has received, or the host has taken, of another one. */
  readonly leaks: string[] = [];
  /** Whether the service takes as read what was fetched. */
  readonly #readsOnFetch: boolean;
  readonly #fetched = new Set<string>();
  /** The pages of which a record has confirmed whose they are. */
  readonly #confirmed = new WeakSet<Visitor>();
  readonly #tokens = new Map<string, string>();
  readonly #startTime = Date.now() - performance.now();
  readonly #random: Random;
  #nextId = 1;

  constructor(random: Random) {
    this.#random = random;
    this.customers = random.chance(0.5) ? ['anna', 'berta'] : ['anna'];
    this.signedIn = 'anna';
    this.persistsReadState = random.chance(0.5);
    this.persistsDismissals = random.chance(0.5);
    this.persistsAnswers = random.chance(0.5);
    this.namesReadState = this.persistsReadState || random.chance(0.5);
    this.namesCustomer = random.chance(0.5);
    this.hasCustomerKey = random.chance(0.7);
    this.#readsOnFetch = random.chance(0.5);
    for (const customer of this.customers)
      for (let count = random.below(14); count >= 0; count -= 1)
        this.addFact(customer, Math.max(0, 40 - this.#nextId) * minuteMs);
  }

  /** The time of the service, in milliseconds since 1970. */
  get now(): number {
    return this.#startTime + performance.now();
  }

  /** Whether nobody has opened what was just sent, and the pages can know that, whatever the service says later. */
  get #isUnreadKnown(): boolean {
    const isFirstKnown = !this.#readsOnFetch || (this.hasCustomerKey && this.customers.length === 1);
    return !this.namesReadState && isFirstKnown;
  }

  /** @param age How long ago it was sent, in milliseconds. */
  addFact(owner: string, age = 0): Fact {
    const id = `${owner} ${this.#nextId++}`;
    const fact = {
      id,
      owner,
      // The clock of the service is right, whatever that of the device says.
      createdDate: new Date(this.now - age).toISOString(),
      isRead: this.#random.chance(0.3),
      decided: this.#isUnreadKnown ? false : null,
      isDismissed: false,
      answer: null,
      given: [],
      isAnswerUncertain: false,
      deciders: new Set<Visitor>(),
      isWithdrawn: false,
      isMissed: false,
    };
    this.facts.set(id, fact);
    return fact;
  }

  /** What was sent to a customer, newest first, as the host lists it. */
  listOf(customer: string | null): Fact[] {
    return [...this.facts.values()]
      .filter(({ owner, isWithdrawn }) => owner === customer && !isWithdrawn)
      .toSorted((one, other) => other.createdDate.localeCompare(one.createdDate));
  }

  /** Whether every page receives the events of a customer. */
  isReceived(customer: string): boolean {
    return [...this.visitors].every(({ emit, streamOwner }) => emit && streamOwner === customer);
  }

  /** What happens at the host reaches every page whose stream is open, but the one that has caused it. */
  emit(customer: string, event: SourceEvent, cause?: Visitor): void {
    for (const visitor of this.visitors)
      if (visitor !== cause && visitor.streamOwner === customer) visitor.emit?.(event);
  }

  emitArrival({ id, owner, createdDate, isRead }: Fact): void {
    const reference = { id, createdDate, ...(this.namesReadState && { isRead }) };
    this.emit(owner, { type: 'add', references: [reference] });
  }

  /** No token of before is accepted any more. */
  expireTokens(): void {
    this.#tokens.clear();
  }

  /** @param customer Whose token it is to be, if the page knows that. */
  issueToken(customer?: string): string | null {
    if (this.signedIn === null) return null;
    this.#refuseOther(this.signedIn, customer);
    const token = `token-${this.#nextId++}`;
    this.#tokens.set(token, this.signedIn);
    return token;
  }

  /** The service: it returns a notification to its own customer only. */
  createFetch(visitor: Visitor): typeof fetch {
    return async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      const id = decodeURIComponent(pathname.split('/').at(-1)!);
      const token = new Headers(init?.headers).get('Authorization')?.replace('Bearer ', '') ?? '';
      this.requests.push(id);
      this.#checkRequest(id, this.#tokens.get(token), visitor);
      const [status, data, retryAfter = ''] = await this.#respondAsService(id, token, visitor, init?.signal);
      const text = JSON.stringify({ status: status === 200 ? 'success' : 'error', data });
      const headers = new Headers({ 'Retry-After': retryAfter });
      const response = { status, ok: status === 200, type: 'default', headers, body: null, text: () => text };
      // The body of a real one takes real time to read.
      return response as unknown as Response;
    };
  }

  createSource(visitor: Visitor): NotificationSource {
    return {
      getToken: ({ customer }) => this.issueToken(customer),
      load: ({ cursor }) => {
        this.listRequestCount += 1;
        // The cookie goes out with the request.
        const customer = this.signedIn;
        return this.#respond(() => this.#loadPage(customer, cursor));
      },
      subscribe: (emit) => {
        visitor.emit = emit;
        visitor.streamOwner = this.signedIn;
        const customer = this.signedIn;
        if (this.namesCustomer && customer !== null) emit({ type: 'customer', customer: keyOf(customer) });
        // Of what was missed, the newest page of the list says only what is on it.
        if (customer !== null && visitor.missedOf.delete(customer)) emit({ type: 'reset' });
        return () => (visitor.emit = null);
      },
      ...(this.persistsReadState && {
        setRead: (ids, isRead, options) =>
          this.#save(visitor, ids, options, (fact) => (fact.isRead = isRead), { type: 'read', ids, isRead }),
      }),
      ...(this.persistsDismissals && {
        setDismissed: (ids, isDismissed, options) =>
          this.#save(visitor, ids, options, (fact) => (fact.isDismissed = isDismissed), {
            type: 'dismiss',
            ids,
            isDismissed,
          }),
      }),
      ...(this.persistsAnswers && {
        setAnswer: (id, press, options) => this.#saveAnswer(visitor, id, press, options),
      }),
    };
  }

  /** Stores what a page has done, or begins to do what the button is for, unless another press came first. */
  #saveAnswer(
    visitor: Visitor,
    id: string,
    { action, text }: Press,
    { customer }: SaveOptions,
  ): Promise<NotificationAnswer | PendingAnswer> {
    const { signedIn } = this;
    if (text !== null) this.outcomeCounts.set(text, (this.outcomeCounts.get(text) ?? 0) + 1);
    else this.pressesOf(id).sent += 1;
    return this.#respond(() => {
      if (signedIn === null) throw new SignedOutError('Nobody is signed in.', null, { status: 401 });
      this.#refuseOther(signedIn, customer);
      const fact = this.facts.get(id);
      if (fact && fact.owner !== signedIn && customer !== undefined)
        this.leaks.push(`an answer of ${signedIn} is to ${id}`);
      if (fact?.owner !== signedIn || fact.isWithdrawn) throw apiError(404);
      if (this.#isOpen(fact, action) && text !== null) this.#give(fact, { action, text }, visitor);
      else if (this.#isOpen(fact, action)) this.#claim(fact, action);
      return this.#describeAnswer(fact)!;
    });
  }

  /** Takes back what was answered, as the host does once it knows that nothing was done. */
  clearAnswer(fact: Fact): void {
    fact.given.length = 0;
    this.#setAnswer(fact, null);
  }

  /** How often a notification was pressed for the host to do what the button is for, and how often that was sent. */
  pressesOf(id: string): { pressed: number; sent: number } {
    const counts = this.pressCounts.get(id) ?? { pressed: 0, sent: 0 };
    this.pressCounts.set(id, counts);
    return counts;
  }

  #isOpen({ answer }: Fact, action: AnswerAction): boolean {
    if (answer === null) return true;
    return 'until' in answer && answer.action === action && Date.parse(answer.until ?? '') <= this.now;
  }

  /** The host begins to do what a button is for, which takes a while, fails or ends without a word. */
  #claim(fact: Fact, action: AnswerAction): void {
    const claim: PendingAnswer = { action, until: new Date(this.now + lapseMs).toISOString() };
    const wasInterrupted = fact.answer !== null;
    this.#setAnswer(fact, claim);
    const result = this.#random.pick(['given', 'given', 'rejected', 'interrupted']);
    const end = (): void => {
      // Only the holder of the claim can end it.
      if (fact.answer !== claim) return;
      if (result === 'given') this.#give(fact, { action, text: `${action} by the host` });
      // Nobody knows what the one before has done: only the same button can be pressed.
      else if (wasInterrupted) this.#setAnswer(fact, { action, until: new Date(this.now).toISOString() });
      else this.#setAnswer(fact, null);
    };
    if (result !== 'interrupted') setTimeout(end, this.#random.below(10_000));
  }

  #give(fact: Fact, answer: Omit<NotificationAnswer, 'date'>, cause?: Visitor): void {
    if (this.persistsReadState) {
      fact.isRead = true;
      this.emit(fact.owner, { type: 'read', ids: [fact.id], isRead: true }, cause);
    }
    this.#setAnswer(fact, { ...answer, date: new Date(this.now).toISOString() }, cause);
  }

  #setAnswer(fact: Fact, answer: Fact['answer'], cause?: Visitor): void {
    fact.answer = answer;
    for (const { emit, streamOwner, missedOf } of cause ? [] : this.visitors)
      if (!emit || streamOwner !== fact.owner) missedOf.add(fact.owner);
    if (!fact.isWithdrawn)
      this.emit(fact.owner, { type: 'answer', ids: [fact.id], answer: this.#describeAnswer(fact) }, cause);
  }

  /** How a notification is answered, as the host says it. */
  #describeAnswer({ answer }: Pick<Fact, 'answer'>): Fact['answer'] {
    if (answer === null || 'date' in answer) return answer;
    return { ...answer, remainingMs: Math.max(0, Date.parse(answer.until ?? '') - this.now) };
  }

  /** Saves what concerns notifications of the customer who is signed in; the host does not know any other. */
  #save(
    visitor: Visitor,
    ids: string[],
    { customer }: SaveOptions,
    apply: (fact: Fact) => void,
    event: SourceEvent,
  ): Promise<void> {
    const { signedIn } = this;
    return this.#respond(() => {
      if (signedIn === null) throw new SignedOutError('Nobody is signed in.', null, { status: 401 });
      this.#refuseOther(signedIn, customer);
      const facts = ids.map((id) => this.facts.get(id));
      const others = facts.filter((fact) => fact && fact.owner !== signedIn);
      if (others.length > 0 && customer !== undefined)
        this.leaks.push(`a change for ${signedIn} names ${others.map((fact) => fact?.id).join(', ')}`);
      for (const fact of facts) if (fact?.owner === signedIn) apply(fact);
      this.emit(signedIn, event, visitor);
    });
  }

  #refuseOther(signedIn: string, customer: string | undefined): void {
    if (this.namesCustomer && customer !== undefined && customer !== keyOf(signedIn))
      throw new OtherCustomerError('Another customer is signed in.', null, { status: 409 });
  }

  /** Only the check of a page that returns may name a notification of another customer than that of its token. */
  #checkRequest(id: string, customer: string | undefined, visitor: Visitor): void {
    const owner = this.facts.get(id)?.owner;
    if (!this.namesCustomer || customer === undefined || customer === owner || visitor.isReturning) return;
    this.leaks.push(`${id} was requested with the token of ${customer}`);
  }

  async #respondAsService(
    id: string,
    token: string,
    visitor: Visitor,
    signal: AbortSignal | null | undefined,
  ) {
    try {
      return await this.#respond((): ServiceResponse => {
        // Nobody can know that the service said "unread" in a response which nobody has received.
        signal?.throwIfAborted();
        return this.#retrieve(id, token, visitor);
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return [error.status, null, String(error.retryAfter ?? '')] satisfies ServiceResponse;
    }
  }

  #retrieve(id: string, token: string, visitor: Visitor): ServiceResponse {
    const customer = this.#tokens.get(token);
    const fact = this.facts.get(id);
    if (customer === undefined) return [401, null];
    if (fact?.owner !== customer) return [404, null];
    if (fact.isWithdrawn) {
      if (visitor.isReturning && !this.#confirmed.has(visitor)) this.#doubt(visitor, customer);
      return [404, null];
    }
    this.#confirmed.add(visitor);
    const { isFirstVisit } = visitor;
    const isRead = this.#readsOnFetch && this.#fetched.has(id);
    // Nobody remembers that the service said "unread".
    if (!isFirstVisit && !this.#fetched.has(id)) fact.decided = null;
    this.#fetched.add(id);
    const { createdDate } = fact;
    const record = makeRecord(id, { createdDate, isRead, uniqueCustomerId: customer });
    return [200, { ...record, payload: { ...record.payload, actionButtons } }];
  }

  /**
   * A page that returns takes a record that is gone for that of another customer. If none has confirmed whose it is, the device takes back
   * what the page has stored: nobody remembers for certain what was decided there.
   */
  #doubt(visitor: Visitor, customer: string): void {
    for (const fact of this.facts.values()) {
      if (fact.owner !== customer || !fact.deciders.has(visitor)) continue;
      fact.decided = null;
      fact.isAnswerUncertain = true;
      if (!this.persistsDismissals) fact.isDismissed = null;
    }
  }

  #loadPage(customer: string | null, cursor: string | undefined): ReferencePage {
    if (customer === null) throw new SignedOutError('Nobody is signed in.', null, { status: 401 });
    const listed = this.listOf(customer);
    const older = listed.filter(({ createdDate }) => cursor === undefined || createdDate < cursor);
    const facts = older.slice(0, pageSize);
    return {
      ...(this.namesCustomer && { customer: keyOf(customer) }),
      references: facts.map(({ id, createdDate, isRead, isDismissed, ...fact }) => ({
        id,
        createdDate,
        ...(this.persistsAnswers && { answer: this.#describeAnswer(fact) }),
        ...(this.namesReadState && { isRead }),
        ...(this.persistsDismissals && { isDismissed: isDismissed === true }),
      })),
      nextCursor: older.length > pageSize ? facts.at(-1)?.createdDate : undefined,
      ...(this.persistsAnswers && { answers: ['approve', 'reject'] }),
      ...(this.persistsReadState && {
        unreadCount: listed.filter(
          ({ isRead, isDismissed }) => !isRead && !(this.persistsDismissals && isDismissed),
        ).length,
      }),
    };
  }

  /** Responds after a while, or fails in one of the ways in which a network or server does. */
  async #respond<Value>(respond: () => Value): Promise<Value> {
    const isFailing = this.#random.chance(this.failureRate);
    const failure = this.#random.pick([
      networkError(),
      apiError(500),
      apiError(429, 3),
      apiError(503),
      apiError(403),
    ]);
    // No response comes in the millisecond of its request.
    const delayMs = this.#random.below(300);
    await new Promise((resolve) => setTimeout(resolve, delayMs > 150 ? delayMs : 1));
    if (isFailing) throw failure;
    return respond();
  }
}

export const baseUrl = 'https://service.example/v1/engagement';

/** How the page and the list name a customer. */
export const keyOf = (customer: string): string => `key of ${customer}`;
