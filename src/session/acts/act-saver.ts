import { isWithoutResponse, NudgeError } from '../../api/errors.js';
import { isUnauthorized } from '../../api/is-unauthorized.js';
import { isServiceBusy, retryAfterOf } from '../../api/retry-after.js';
import { isOffline, isPageHidden } from '../../common/page-observer.js';
import { pauseMs, pauses } from '../../common/pauses.js';
import { RetryTimer } from '../../common/retry-timer.js';
import { delay, withDeadline } from '../../common/time.js';
import { RequestQueue } from '../request-queue.js';
import { UncertainCustomerError, type Act, type BindAct } from './act.js';
import type { SavePolicy } from './policies.js';
import { pendingOf, type ActStages } from './stages.js';

/** What has become of something that was to be saved. */
export type SaveResult<Response> =
  | { readonly stage: 'saved'; readonly response: Response }
  | { readonly stage: 'failed' | 'waiting'; readonly error: unknown };

export interface ActSaveOptions {
  signal: AbortSignal;
  /** Has to resolve before another request is sent of the same act. */
  confirmCustomer: () => Promise<void>;
}

/** How a decision is to be saved. */
interface SavePlan {
  readonly policy: SavePolicy;
  readonly targets: Iterable<string>;
  /** Whether there is something to send although none of its targets is left. */
  readonly isAboutMore?: boolean;
  /** Whether what is done later waits until this is saved, whatever it is about. */
  readonly isExclusive?: boolean;
}

/** A decision that is being saved. */
interface Delivery<Decision> extends SavePlan {
  readonly decision: Decision;
  readonly act: Act;
  /** The targets for which nothing else is sent meanwhile. */
  readonly ids: readonly string[];
  /** Those that were sent, once they are: to the others, something else was done meanwhile. */
  sent: readonly string[] | null;
  /** Whether its customer was known to be signed in when it was sent last. */
  isConfirmed: boolean;
  /** Why that was not certain before it was sent once more, whatever the request was rejected with then. */
  doubt: unknown;
}

/**
 * For how long a page may go on that is being left: browsers end its requests before they say so. Measured: 6 to 18 ms. A listener for
 * `beforeunload` would know, but would keep the page out of the back/forward cache of Firefox.
 */
const leavingMs = 250;

/** Why a decision is not sent: a later one has replaced it. */
const replaced = new NudgeError('Something else was done since.');
const tooLong = (): NudgeError => new NudgeError('The source takes too long to save.');

/**
 * Saves what the customer does, each by its {@link SavePolicy}: in the task of the press for whoever is signed in, later and again only for
 * the customer who has done it. For each target there is one request at a time, so that what was done last is received last.
 *
 * How far everything is, the store knows: {@link ActStages}. A `Decision` is what the customer has done at once to one or more
 * targets: a mark or a choice.
 */
export abstract class ActSaver<Decision extends object, Response> {
  readonly #bindAct: BindAct;
  readonly #acts = new WeakMap<Decision, Act>();
  readonly #underWay = new Map<string, Delivery<Decision>>();
  readonly #waiting = new Set<Decision>();
  /** What has to be saved before anything else is sent. */
  #savingExclusively: Promise<void> | undefined;
  /** Aborted when everything is dropped. */
  #visit = new AbortController();
  /** How many signs there were that somebody may be signed in, or that the service responds. */
  #signs = 0;
  /** Confirms again what waits. In a page that is hidden, the store does so when it is shown. */
  readonly #retryTimer = new RetryTimer(() => {
    if (!isPageHidden()) this.resume();
  });
  /** Holds back what can wait while the service is busy, each by its first target. */
  readonly #queue = new RequestQueue<SaveResult<Response>>({
    // What is done in one task is sent in it: if it had to wait for its turn, it would have to be confirmed first.
    concurrency: Infinity,
    run: (id, { signal }) => this.#runHeldBack(id, signal),
    onFailed: () => undefined,
  });

  constructor(bindAct: BindAct) {
    this.#bindAct = bindAct;
  }

  protected abstract describe(decision: Decision): SavePlan;
  protected abstract stagesOf(id: string): ActStages<Decision> | null;
  protected abstract save(
    decision: Decision,
    ids: readonly string[],
    options: ActSaveOptions,
  ): Response | Promise<Response>;
  protected abstract handleSent(decision: Decision, ids: readonly string[]): void;
  protected abstract handleResult(
    decision: Decision,
    ids: readonly string[],
    result: SaveResult<Response>,
  ): void;

  /** Saves what was done. Unless that is given, it is an act of this moment, or the one that it was before. */
  protected add(decision: Decision, act = this.#acts.get(decision) ?? this.#bindAct()): void {
    this.#acts.set(decision, act);
    void this.#send(decision);
  }

  /** Sends what waits for the customer who has done it: the network, or a token, may be there now. */
  resume(): void {
    if (this.#waiting.size === 0) return;
    this.#signs += 1;
    for (const decision of this.#waiting) void this.#send(decision);
  }

  /** Drops everything. Requests that are under way are aborted only if they can wait: the others may still be saved. */
  protected clear(): void {
    this.#visit.abort();
    this.#visit = new AbortController();
    this.#savingExclusively = undefined;
    this.#underWay.clear();
    this.#waiting.clear();
    this.#retryTimer.cancel();
    this.#queue.clear();
  }

  async #send(decision: Decision): Promise<void> {
    const { signal } = this.#visit;
    while (this.#savingExclusively) await this.#savingExclusively;
    if (signal.aborted) return;
    const plan = this.describe(decision);
    const latest = this.#latestOf(decision, plan.targets);
    const ids = latest.filter((id) => !this.#underWay.has(id));
    if (latest.length === 0) this.#waiting.delete(decision);
    if (ids.length === 0 && !plan.isAboutMore) return;
    const act = this.#actOf(decision);
    const saving = this.#deliver(
      { ...plan, decision, act, ids, sent: null, isConfirmed: false, doubt: null },
      signal,
    );
    if (!plan.isExclusive) return;
    this.#savingExclusively = saving;
    await saving;
    if (this.#savingExclusively === saving) this.#savingExclusively = undefined;
  }

  /** What another tab or the device has reported was done before. */
  #actOf(decision: Decision): Act {
    const act = this.#acts.get(decision) ?? this.#bindAct({ isPast: true });
    this.#acts.set(decision, act);
    return act;
  }

  /** Those of these targets of which it is what was done last, and is pending still. */
  #latestOf(decision: Decision, ids: Iterable<string>): string[] {
    return [...ids].filter((id) => pendingOf(this.stagesOf(id)) === decision);
  }

  async #deliver(delivery: Delivery<Decision>, signal: AbortSignal): Promise<void> {
    const { decision, ids, isAboutMore } = delivery;
    for (const id of ids) this.#underWay.set(id, delivery);
    const result = await this.#saveByPolicy(delivery);
    if (result.stage === 'failed' && !isOffline() && isWithoutResponse(result.error))
      await delay(leavingMs, signal).catch(() => undefined);
    if (signal.aborted) return;
    if (result.stage === 'waiting') this.#waiting.add(decision);
    else this.#waiting.delete(decision);
    if (this.#waiting.size === 0) this.#retryTimer.cancel();
    const concerned = delivery.sent ?? this.#latestOf(decision, ids);
    if (concerned.length > 0 || isAboutMore) this.handleResult(decision, concerned, result);
    for (const id of ids) this.#underWay.delete(id);
    const stages = ids.map((id) => this.stagesOf(id));
    const following = new Set(stages.map((one) => (one?.stage === 'saving' ? one.latest : null)));
    for (const next of following) if (next) void this.#send(next);
  }

  async #saveByPolicy(delivery: Delivery<Decision>): Promise<SaveResult<Response>> {
    const { policy, ids } = delivery;
    try {
      if (policy.waits) {
        // It may have stopped at something earlier.
        if (this.#queue.problem !== 'retrying') this.#queue.retry();
        return await this.#queue.load(ids[0] ?? '');
      }
      const { attempts, timeoutMs } = policy;
      const save = (signal: AbortSignal) => this.#saveRepeatedly(delivery, attempts, signal);
      return { stage: 'saved', response: await withDeadline(save, timeoutMs, tooLong) };
    } catch (error) {
      return this.#resultOf(delivery, error);
    }
  }

  /** What comes of an error depends on whether what it waits for may come. */
  #resultOf({ policy, act, isConfirmed }: Delivery<Decision>, error: unknown): SaveResult<Response> {
    const mayWait = policy.waits && act.canWait && !(error instanceof UncertainCustomerError);
    // A response proves that there is a network.
    const isLost = isOffline();
    if (!mayWait || (isConfirmed && !isLost && !isUnauthorized(error))) return { stage: 'failed', error };
    // No event may follow that says that there is one.
    if (isLost || !isUnauthorized(error)) this.#retryTimer.schedule(retryAfterOf(error));
    return { stage: 'waiting', error };
  }

  async #saveRepeatedly(
    delivery: Delivery<Decision>,
    maxAttempts: number,
    signal: AbortSignal,
  ): Promise<Response> {
    const visit = this.#visit.signal;
    const attempts = delivery.act.canWait ? maxAttempts : 1;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(delivery, signal);
      } catch (error) {
        const isFinal = error === replaced || error instanceof UncertainCustomerError;
        if (isFinal || attempt === attempts || signal.aborted) throw error;
        await delay(pauseMs(pauses.save, attempt, retryAfterOf(error)), visit);
      }
    }
  }

  /** Rejects only with what concerns everything that can wait: then the queue tries again, or stops. */
  async #runHeldBack(id: string, signal: AbortSignal): Promise<SaveResult<Response>> {
    const delivery = this.#underWay.get(id);
    if (!delivery) throw replaced;
    try {
      return { stage: 'saved', response: await this.#attempt(delivery, signal) };
    } catch (error) {
      // Nothing was sent: its turn is for what follows it.
      if (error === replaced) this.#queue.drop(id, error);
      const isForAll = isUnauthorized(error) || isServiceBusy(error);
      if (delivery.isConfirmed && delivery.act.canWait && isForAll) throw error;
      return this.#resultOf(delivery, error);
    }
  }

  async #attempt(delivery: Delivery<Decision>, signal: AbortSignal): Promise<Response> {
    for (;;) {
      const signs = this.#signs;
      Object.assign(delivery, { isConfirmed: false, doubt: null });
      try {
        return await delivery.act.send(() => this.#request(delivery, signal), signal);
      } catch (error) {
        signal.throwIfAborted();
        const cause = delivery.doubt ?? error;
        // What has begun before a sign says nothing about what is there since then.
        if (delivery.isConfirmed || cause instanceof UncertainCustomerError || signs === this.#signs)
          throw cause;
      }
    }
  }

  #request(delivery: Delivery<Decision>, signal: AbortSignal): Response | Promise<Response> {
    const { decision, act, policy, ids, isAboutMore } = delivery;
    // What may have been held back for long is not sent any more if it is not what was done last.
    const latest = (policy.waits ? null : delivery.sent) ?? this.#latestOf(decision, ids);
    delivery.isConfirmed = true;
    if (latest.length === 0 && !isAboutMore) throw replaced;
    delivery.sent ??= latest;
    this.handleSent(decision, delivery.sent);
    const confirmCustomer = (): Promise<void> =>
      act.confirm(signal).catch((error: unknown) => {
        Object.assign(delivery, { isConfirmed: false, doubt: error });
        throw error;
      });
    return this.save(decision, delivery.sent, { signal, confirmCustomer });
  }
}
