import { isObject } from '../common/type-guards.js';
import type { Answers } from './answers.js';
import type { CustomerChanges } from './customer-changes.js';
import { CustomerQueue } from './customer-queue.js';
import { DeadlineError, withDeadline } from './errors/deadline.js';
import type { ReportError } from './errors/report-error.js';
import { ReturnTypeError } from './errors/setup-error.js';
import { findCustomerKey } from './http/customer-key.js';
import { assertNoWait, HttpError } from './http/http-error.js';
import { createListBody, createListResponse, type ListBody, type ListOwner } from './http/list-response.js';
import { RateLimit } from './http/rate-limit.js';
import { bodySchemas, parseBody, parseLastEvent, type BodySchema } from './http/request-input.js';
import { json } from './http/responses.js';
import {
  Router,
  type Authenticate,
  type CustomerRequest,
  type Route,
  type RouteContext,
} from './http/router.js';
import type { InboxBackendOptions, InboxGroup } from './inbox-backend-options.js';
import { isId } from './stores/ids.js';
import { toCountBody, type CountQueue } from './stores/count-queue.js';
import type { InboxMark, InboxStore, ListPage, ListQuery } from './stores/inbox-store.js';
import type { EventHub } from './streams/event-hub.js';

/** Who sends a request is found out by the `authenticate` that comes with it. */
type Options = Omit<InboxBackendOptions, 'authenticate'>;

interface PageRequestsSetup {
  options: Options;
  store: InboxStore;
  changes: CustomerChanges;
  answers: Answers;
  counts: CountQueue;
  hub: EventHub;
  timeoutMs: number;
  report: ReportError;
}

/** Who waits for what is loaded. */
type Waiting = Pick<RouteContext, 'customerId' | 'isAbandoned'>;

/** Handles what pages request. */
export class PageRequests {
  readonly #options: Options;
  readonly #store: InboxStore;
  readonly #changes: CustomerChanges;
  readonly #answers: Answers;
  readonly #counts: CountQueue;
  readonly #hub: EventHub;
  readonly #report: ReportError;
  readonly #loads: CustomerQueue;
  readonly #defaultRateLimit = new RateLimit();
  readonly #router: Router;

  constructor({ options, store, changes, answers, counts, hub, timeoutMs, report }: PageRequestsSetup) {
    this.#options = options;
    this.#store = store;
    this.#changes = changes;
    this.#answers = answers;
    this.#counts = counts;
    this.#hub = hub;
    this.#report = report;
    this.#loads = new CustomerQueue(timeoutMs);
    this.#router = new Router(
      {
        basePath: options.basePath ?? '/inbox',
        allowedOrigins: options.allowedOrigins ?? [],
        timeoutMs,
        rateLimit: options.rateLimit ?? (({ customerId }) => this.#defaultRateLimit.countRequest(customerId)),
        report,
      },
      this.#createRoutes(),
    );
  }

  /** Never rejects: what goes wrong is a response too. */
  respond(request: Request, authenticate: Authenticate): Promise<Response> {
    return this.#router.respond(request, authenticate);
  }

  /**
   * Loads the body of the customer's first page, of at most so many notifications.
   *
   * @throws DeadlineError if that takes longer than the time, and what the store and the function of the host for the key throw
   */
  async loadFirstPage(customerId: string, limit: number, timeoutMs: number): Promise<ListBody> {
    let isAbandoned = false;
    const waiting: Waiting = { customerId, isAbandoned: () => isAbandoned };
    const load = async (): Promise<ListBody> =>
      createListBody(customerId, await this.#findOwner(customerId), { limit }, (query) =>
        this.#loadList(waiting, query),
      );
    try {
      return await withDeadline(load(), timeoutMs);
    } finally {
      isAbandoned = true;
    }
  }

  #createRoutes(): Record<string, Route> {
    return {
      'POST /token': (context) => this.#handleToken(context),
      'GET /notifications': (context) => this.#handleList(context),
      'GET /notifications/{id}': (context) => this.#handleRecord(context),
      'GET /count': (context) => this.#handleCount(context),
      'GET /events': (context) => this.#handleEvents(context),
      'POST /read': (context) => this.#handleRead(context),
      'POST /seen': async (context) =>
        this.#handleMark(context.customerId, {
          type: 'seen',
          ...(await this.#parseBody(context, bodySchemas.seen)),
        }),
      'POST /dismissed': async (context) =>
        this.#handleMark(context.customerId, {
          type: 'dismiss',
          ...(await this.#parseBody(context, bodySchemas.dismissed)),
        }),
      'POST /snoozed': async (context) => {
        const { ids, until } = await this.#parseBody(context, bodySchemas.snoozed);
        return this.#handleMark(context.customerId, { type: 'snooze', ids, snoozedUntil: until });
      },
      'POST /removed': async (context) => {
        if (this.#options.allowRemoval !== true) throw new HttpError(404, 'not-found');
        const { customerId } = context;
        const { ids } = await this.#parseBody(context, bodySchemas.removed);
        this.#countIds(customerId, ids);
        await this.#changes.apply(customerId, async () => {
          const isRemoved = await this.#store.removeDismissed(customerId, ids);
          // Such as what was restored on another device.
          if (!isRemoved) throw new HttpError(409, 'not-dismissed');
        });
        return new Response(null, { status: 204 });
      },
      'POST /answer': (context) => this.#handleAnswer(context),
      'GET /preferences': async (context) =>
        json({ customer: await this.#findKey(context.customerId), groups: await this.#groups(context) }),
      'POST /preferences': (context) => this.#handleChoice(context),
    };
  }

  async #handleToken(context: CustomerRequest): Promise<Response> {
    const { serviceToken } = this.#options;
    if (!serviceToken) throw new HttpError(404, 'not-found');
    await this.#parseBody(context, bodySchemas.token);
    const token = await serviceToken(context);
    if (token === null || token === undefined) throw new HttpError(401, 'signed-out');
    if (typeof token !== 'string') throw new ReturnTypeError('serviceToken() must return a string, or null.');
    return new Response(token, { headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } });
  }

  async #handleList(context: RouteContext): Promise<Response> {
    const owner = await this.#findOwner(context.customerId);
    return createListResponse(context, owner, (query) => this.#loadList(context, query));
  }

  /** The record of one notification, on whichever page of the list it is, as the customer has left it. */
  async #handleRecord(context: RouteContext): Promise<Response> {
    const { customerId, id } = context;
    if (!isId(id)) throw new HttpError(404, 'not-found');
    const reference = await this.#load(context, () => this.#store.find(customerId, id));
    if (!reference) throw new HttpError(404, 'not-found');
    const { record, isRead } = reference;
    if (!isObject(record)) throw new HttpError(404, 'no-record');
    return json({ customer: await this.#findKey(customerId), record: { ...record, isRead } });
  }

  /** Only the first page has the numbers of the tabs. */
  #loadList(context: Waiting, query: ListQuery): Promise<ListPage> {
    const countsByTag = this.#options.countsByTag && !query.after;
    return this.#load(context, () => this.#store.list(context.customerId, { ...query, countsByTag }));
  }

  /**
   * Loads what a page has requested, after what it and the other pages of the customer have requested before: however much that
   * is, other customers find a connection. Nothing is loaded for a page that has gone away meanwhile.
   */
  #load<Value>({ customerId, isAbandoned }: Waiting, load: () => Promise<Value>): Promise<Value> {
    return this.#loads.run(customerId, () => {
      if (isAbandoned()) throw new DeadlineError('Nobody waits for it any more.');
      return load();
    });
  }

  async #handleCount({ customerId }: RouteContext): Promise<Response> {
    const [customer, counts] = await Promise.all([this.#findKey(customerId), this.#counts.load(customerId)]);
    return json({ customer, ...toCountBody(counts) });
  }

  async #handleEvents({ customerId, request, query }: RouteContext): Promise<Response> {
    if (this.#hub.isClosed) throw new HttpError(503, 'closed', { 'Retry-After': '1' });
    const stream = await this.#hub.open(customerId, {
      findKey: () => this.#findKey(customerId),
      content: query.get('only') === 'counts' ? 'counts' : 'events',
      after: parseLastEvent(request, query),
      signal: request.signal,
    });
    if (!stream) throw new HttpError(429, 'too-many-streams', { 'Retry-After': '30' });
    return new Response(stream, {
      headers: {
        'Content-Type': 'text/event-stream',
        // A proxy must not wait for the end of the response, nor compress it.
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
    });
  }

  /** With a date, the page learns what was marked on the pages that it has not loaded, so that it can undo that. */
  async #handleRead(context: CustomerRequest): Promise<Response> {
    const { customerId } = context;
    const body = await this.#parseBody(context, bodySchemas.read);
    const mark: InboxMark = { type: 'read', ...body };
    return body.until === undefined
      ? this.#handleMark(customerId, mark)
      : json({ ids: await this.#markForPage(customerId, mark) });
  }

  async #handleMark(customerId: string, mark: InboxMark): Promise<Response> {
    await this.#markForPage(customerId, mark);
    return new Response(null, { status: 204 });
  }

  async #markForPage(customerId: string, mark: InboxMark): Promise<readonly string[]> {
    this.#countIds(customerId, mark.ids);
    return this.#changes.apply(customerId, () => this.#store.mark(customerId, mark));
  }

  /** With a text, the page has done what the button is for; without one, the host's function does it. */
  async #handleAnswer({ customerId, request }: CustomerRequest): Promise<Response> {
    const { text, ...press } = await this.#parseBody({ customerId, request }, bodySchemas.answer);
    this.#countIds(customerId, [press.id]);
    const answer = await (text === undefined
      ? this.#answers.press({ customerId, request }, press)
      : this.#answers.give(customerId, press, text));
    return json({ answer }, 'date' in answer ? 200 : 202);
  }

  /** Refuses a request with too many ids, unless the host limits the rate itself. */
  #countIds(customerId: string, ids: readonly string[]): void {
    if (!this.#options.rateLimit) assertNoWait(this.#defaultRateLimit.countIds(customerId, ids.length));
  }

  async #handleChoice(context: RouteContext): Promise<Response> {
    const choice = await this.#parseBody(context, bodySchemas.preferences);
    const groups = await this.#groups(context);
    const group = groups.find(({ id }) => id === choice.groupId);
    if (!group) throw new HttpError(404, 'unknown-group');
    if (group.isRequired) throw new HttpError(409, 'required-group');
    try {
      await this.#options.savePreference?.(choice, context);
    } catch (error) {
      this.#report(error, 'savePreference');
      // Not 503, which the page would retry: with 502, the page says that the choice was not saved.
      throw new HttpError(502, 'not-saved');
    }
    const { groupId, isGroupNotificationOff } = choice;
    await this.#changes.apply(context.customerId, () =>
      this.#store.saveChoice(context.customerId, groupId, isGroupNotificationOff),
    );
    return new Response(null, { status: 204 });
  }

  /** The host's groups with the customer's choices. */
  async #groups(context: RouteContext): Promise<InboxGroup[]> {
    const { customerId } = context;
    // Without groups an empty list: browsers report a 404 in the console of every page.
    const { groups = [] } = this.#options;
    const [list, choices] = await Promise.all([
      typeof groups === 'function' ? groups(customerId) : groups,
      this.#load(context, () => this.#store.choices(customerId)),
    ]);
    return list.map((group) => {
      const isOff = choices.get(group.id);
      return { ...group, ...(isOff !== undefined && { isGroupNotificationOff: isOff }) };
    });
  }

  /** Parses the body of a request, which does nothing if it is of another customer's page. */
  #parseBody<Input>({ customerId, request }: CustomerRequest, schema: BodySchema<Input>): Promise<Input> {
    return parseBody(request, schema, () => this.#findKey(customerId));
  }

  async #findOwner(customerId: string): Promise<ListOwner> {
    return { customer: await this.#findKey(customerId), answers: this.#answers.names };
  }

  #findKey(customerId: string): Promise<string> {
    return findCustomerKey(customerId, this.#options.customerKey);
  }
}
