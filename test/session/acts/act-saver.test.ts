import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Act, type ConfirmCustomer } from '../../../src/session/acts/act.js';
import { ActSaver, type SaveResult } from '../../../src/session/acts/act-saver.js';
import { policies, type SavePolicy } from '../../../src/session/acts/policies.js';
import { reduceStages, type ActStages, type StageChange } from '../../../src/session/acts/stages.js';
import { apiError, FakeBrowser, networkError, tearDown, unauthorizedError } from '../fakes.js';

interface Decision {
  readonly ids: readonly string[];
}

/** Saves what is done to targets, with a store that knows nothing but the stages. */
class FakeSaver extends ActSaver<Decision, void> {
  readonly requests: Decision[] = [];
  readonly stages = new Map<string, ActStages<Decision> | null>();
  respond: () => void | Promise<void> = () => undefined;
  readonly #policy: SavePolicy;

  constructor(policy: SavePolicy, confirm: ConfirmCustomer, customerId: string | null) {
    super((options) => new Act(customerId, confirm, options));
    this.#policy = policy;
  }

  do(decision: Decision): void {
    this.#apply(decision.ids, { type: 'decided', decision });
    this.add(decision);
  }

  protected describe({ ids }: Decision) {
    return { policy: this.#policy, targets: ids };
  }

  protected stagesOf(id: string): ActStages<Decision> | null {
    return this.stages.get(id) ?? null;
  }

  protected async save(decision: Decision): Promise<void> {
    this.requests.push(decision);
    await this.respond();
  }

  protected handleSent(decision: Decision, ids: readonly string[]): void {
    this.#apply(ids, { type: 'sent', decision });
  }

  protected handleResult(_: Decision, ids: readonly string[], { stage }: SaveResult<void>): void {
    this.#apply(ids, { type: stage });
  }

  #apply(ids: readonly string[], change: StageChange<Decision>): void {
    for (const id of ids) this.stages.set(id, reduceStages(this.stagesOf(id), change));
  }
}

const one: Decision = { ids: ['a'] };
let browser: FakeBrowser;

function createSaver(policy: SavePolicy, customerId: string | null = 'anna'): FakeSaver {
  return new FakeSaver(policy, () => Promise.resolve(), customerId);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  browser = new FakeBrowser();
});

afterEach(tearDown);

/** How often each policy sends an act within two minutes, and how far it is then. */
const rows: [what: string, SavePolicy, failure: Error, count: number, stage: string][] = [
  ['a mark that is refused for now (503)', policies.mark, apiError(503), 1, 'failed'],
  ['a mark without a sign-in', policies.mark, unauthorizedError(), 1, 'failed'],
  ['"seen" that is refused for now', policies.seen, apiError(503), 3, 'failed'],
  ['"seen" without a connection', policies.seen, networkError(), 3, 'failed'],
  ['a choice that is refused for now', policies.choice, apiError(503), 4, 'failed'],
  ['a choice without a sign-in', policies.choice, unauthorizedError(), 1, 'waiting'],
  ['a choice without a connection', policies.choice, networkError(), 1, 'failed'],
];

describe('What the customer does', () => {
  it.each(rows)('is sent as often as its policy says: %s', async (_, policy, failure, count, stage) => {
    const saver = createSaver(policy);
    saver.respond = () => Promise.reject(failure);
    saver.do(one);
    await vi.advanceTimersByTimeAsync(120_000);
    expect([saver.requests.length, saver.stages.get('a')?.stage]).toEqual([count, stage]);
  });

  it.each<[string, SavePolicy, customerId: string | null, stage: string]>([
    ['a mark fails', policies.mark, 'anna', 'failed'],
    ['a choice waits', policies.choice, 'anna', 'waiting'],
    ['a choice of nobody known fails', policies.choice, null, 'failed'],
  ])(
    'is tried without a network, and then treated by its policy: %s',
    async (_, policy, customerId, stage) => {
      browser.setOnline(false);
      const saver = createSaver(policy, customerId);
      saver.respond = () => Promise.reject(networkError());
      saver.do(one);
      await vi.advanceTimersByTimeAsync(0);
      expect([saver.requests.length, saver.stages.get('a')?.stage]).toEqual([1, stage]);
    },
  );

  it('fails after the time that its policy has, and what follows it is sent', async () => {
    const saver = createSaver(policies.mark);
    saver.respond = () => new Promise(() => undefined);
    saver.do({ ids: ['a', 'b'] });
    const next: Decision = { ids: ['b'] };
    saver.do(next);
    await vi.advanceTimersByTimeAsync(policies.mark.timeoutMs);
    expect([saver.stages.get('a')?.stage, saver.stages.get('b')?.stage]).toEqual(['failed', 'saving']);
    expect(saver.requests.at(-1)).toBe(next);
  });

  it('is not sent any more if something else is done while the busy service holds it back', async () => {
    const saver = createSaver(policies.choice);
    saver.respond = () => Promise.reject(apiError(429));
    saver.do(one);
    await vi.advanceTimersByTimeAsync(0);
    saver.respond = () => undefined;
    const next: Decision = { ids: ['a'] };
    saver.do(next);
    await vi.advanceTimersByTimeAsync(120_000);
    expect([saver.requests, saver.stages.get('a')?.stage]).toEqual([[one, next], 'saved']);
  });

  it('shows nothing about a busy service if it is not sent any more', async () => {
    const saver = createSaver(policies.choice);
    saver.respond = () => Promise.reject(apiError(503));
    for (const id of ['a', 'b', 'c']) saver.do({ ids: [id] });
    await vi.advanceTimersByTimeAsync(0);
    saver.respond = () => new Promise(() => undefined);
    saver.do({ ids: ['a'] });
    saver.requests.length = 0;
    await vi.advanceTimersByTimeAsync(2000);
    expect(saver.requests.map(({ ids }) => ids)).toEqual([['b']]);
  });
});
