import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InboxEvent, InboxReference } from '../../../src/backend/stores/inbox-event.js';
import type { AnswerChange, AnswerState, InboxStore } from '../../../src/backend/stores/inbox-store.js';
import { newCustomer, reference, storedOf } from './store-contract.js';

const hourMs = 3_600_000;
const claim = { type: 'claim', action: 'primary', lapseMs: hourMs } as const;
const lapsed = { ...claim, lapseMs: 0 } as const;
const approved = { type: 'give', action: 'primary', text: 'Approved' } as const;
const rejected = { type: 'give', action: 'secondary', text: 'Rejected', claim: null } as const;
const someTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const given = { action: 'primary', text: 'Approved', date: someTime };
const someDuration: unknown = expect.any(Number);
const pending = { action: 'primary', until: someTime, remainingMs: someDuration };

/** What every store must do with answers, whatever it stores in. */
export function describeAnswers(name: string, createStore: () => Promise<InboxStore>): void {
  describe(`The answers of ${name}`, () => {
    let store: InboxStore;
    let anna: string;
    beforeAll(async () => {
      store = await createStore();
    });
    beforeEach(async () => {
      anna = newCustomer();
      await store.add(anna, [reference('a'), reference('other')]);
    });

    const change = (input: AnswerChange): Promise<AnswerState | null> => store.answer(anna, 'a', input);
    /** Claims the answer. Resolves with the number. */
    async function claimed(input: AnswerChange = claim): Promise<number> {
      const state = await change(input);
      expect(state?.hasChanged).toBe(true);
      return state!.claim!;
    }
    const stored = async (): Promise<InboxReference | undefined> =>
      (await storedOf(store, anna)).find(({ id }) => id === 'a');
    const eventsAfter = async (after: number): Promise<InboxEvent[]> => {
      const limits = { events: 100, ids: 1000, bytes: 100_000, timeoutMs: 60_000 };
      const missed = await store.eventsOf([{ customerId: anna, after }], limits);
      return (missed.get(anna)?.events ?? []).map(({ event }) => event);
    };
    const lastEvent = async (): Promise<number> => (await store.lastEvents([anna])).get(anna) ?? 0;

    it('are claimed by one of two presses at once, whatever the buttons', async () => {
      const states = await Promise.all([change(claim), change({ ...claim, action: 'secondary' })]);
      const [winner, ...others] = states.filter((state) => state?.hasChanged);
      expect(others).toEqual([]);
      const answer = { ...winner!.answer, remainingMs: someDuration };
      for (const state of states) expect(state).toMatchObject({ claim: winner!.claim, answer });
      expect(await stored()).toMatchObject({ answer, isRead: false });
    });

    it('are given by the holder of the claim, and mark as read', async () => {
      const number = await claimed();
      const after = await lastEvent();
      const state = { hasChanged: true, claim: number, answer: given };
      expect(await change({ ...approved, claim: number })).toEqual(state);
      expect(await stored()).toMatchObject({ answer: given, isRead: true, isSeen: true });
      expect(await eventsAfter(after)).toEqual([
        { type: 'read', ids: ['a'], isRead: true },
        { type: 'answer', ids: ['a'], answer: given },
      ]);
      expect(await change({ ...approved, claim: number })).toEqual({ ...state, hasChanged: false });
      expect((await storedOf(store, anna)).find(({ id }) => id === 'other')).toMatchObject({
        answer: null,
        isRead: false,
      });
    });

    it('are given without a claim, once', async () => {
      const after = await lastEvent();
      expect(await change(rejected)).toMatchObject({ hasChanged: true, answer: { text: 'Rejected' } });
      for (const input of [claim, { ...claim, action: 'secondary' }, { ...approved, claim: null }] as const)
        expect(await change(input)).toMatchObject({ hasChanged: false, answer: { text: 'Rejected' } });
      expect(await eventsAfter(after)).toMatchObject([
        { type: 'read' },
        { type: 'answer', answer: { text: 'Rejected' } },
      ]);
    });

    it('are not given without a claim while another press has it', async () => {
      await claimed();
      expect(await change(rejected)).toMatchObject({ hasChanged: false, answer: pending });
      expect(await change({ ...approved, claim: null })).toMatchObject({
        hasChanged: false,
        answer: pending,
      });
    });

    it('of a claim that has lapsed are claimed by the same button only', async () => {
      const first = await claimed(lapsed);
      expect(await change({ ...claim, action: 'secondary' })).toMatchObject({
        hasChanged: false,
        claim: first,
      });
      expect(await change(rejected)).toMatchObject({ hasChanged: false, claim: first });
      const second = await claimed();
      expect(second).toBeGreaterThan(first);
      expect(await change({ ...approved, claim: first })).toMatchObject({
        hasChanged: false,
        answer: pending,
      });
      expect(await change({ ...approved, claim: second })).toMatchObject({ hasChanged: true, answer: given });
    });

    it('of a claim that has lapsed are given by its holder, if nobody else has claimed them', async () => {
      const number = await claimed(lapsed);
      expect(await change({ ...approved, claim: number })).toMatchObject({ hasChanged: true, answer: given });
    });

    it('stay claimed while the claim is renewed', async () => {
      const number = await claimed(lapsed);
      const after = await lastEvent();
      const renewal = { type: 'renew', claim: number, lapseMs: hourMs } as const;
      expect(await change(renewal)).toEqual({ hasChanged: true, claim: number, answer: pending });
      expect(await change(claim)).toMatchObject({ hasChanged: false, claim: number });
      expect(await eventsAfter(after)).toEqual([{ type: 'answer', ids: ['a'], answer: pending }]);
      expect(await change({ ...renewal, claim: number - 1 })).toMatchObject({ hasChanged: false });
    });

    it('say how long a claim still stands, by the clock of the store', async () => {
      const remaining = async (): Promise<number> => {
        const { answer } = (await stored())!;
        const isPending = answer !== null && 'until' in answer;
        return isPending ? answer.remainingMs : NaN;
      };
      const number = await claimed();
      const after = await lastEvent();
      for (const lapseMs of [60_000, 0]) {
        const renewed = await change({ type: 'renew', claim: number, lapseMs });
        expect(renewed?.answer).toMatchObject({ remainingMs: lapseMs });
        const [first, second] = [await remaining(), await remaining()];
        expect(first).toBeLessThanOrEqual(lapseMs);
        expect(second).toBeLessThanOrEqual(first);
        expect(second).toBeGreaterThanOrEqual(0);
      }
      expect((await eventsAfter(after)).at(-1)).toMatchObject({ answer: { remainingMs: 0 } });
    });

    it('can be claimed by any button when the claim has ended', async () => {
      const number = await claimed();
      const after = await lastEvent();
      expect(await change({ type: 'end', claim: number - 1 })).toMatchObject({ hasChanged: false });
      expect(await change({ type: 'end', claim: number })).toMatchObject({ hasChanged: true, answer: null });
      expect(await eventsAfter(after)).toEqual([{ type: 'answer', ids: ['a'], answer: null }]);
      expect(await stored()).toMatchObject({ answer: null, isRead: false });
      for (const input of [
        { ...approved, claim: number },
        { type: 'renew', claim: number, lapseMs: 1 },
      ] as const)
        expect(await change(input)).toMatchObject({ hasChanged: false, answer: null });
      await claimed({ ...claim, action: 'secondary' });
    });

    it('stay with the same button if a claim ends that followed one that had lapsed', async () => {
      await claimed(lapsed);
      for (const attempt of [1, 2]) {
        const number = await claimed();
        const ended = await change({ type: 'end', claim: number });
        expect(ended, `attempt ${attempt}`).toMatchObject({ hasChanged: true, answer: pending });
        expect(await change({ ...claim, action: 'secondary' })).toMatchObject({ hasChanged: false });
      }
    });

    it('are set by the host, whatever stands, and the outcome of a claim comes too late then', async () => {
      const number = await claimed();
      const answer = {
        action: 'secondary',
        text: 'Rejected by phone',
        date: '2026-11-20T10:00:00.000Z',
      } as const;
      expect(await change({ type: 'set', answer })).toMatchObject({ hasChanged: true, answer });
      expect(await change({ ...approved, claim: number })).toMatchObject({ hasChanged: false, answer });
      expect(await stored()).toMatchObject({ answer, isRead: true });
      const corrected = { ...answer, action: 'primary', text: 'Approved' } as const;
      expect(await change({ type: 'set', answer: corrected })).toMatchObject({ answer: corrected });
    });

    it('are set once if the host repeats itself', async () => {
      const answer = { action: 'primary', text: 'Approved', date: null } as const;
      const first = await change({ type: 'set', answer });
      expect(first).toMatchObject({ hasChanged: true, answer: given });
      const after = await lastEvent();
      expect(await change({ type: 'set', answer })).toEqual({ ...first, hasChanged: false });
      const dated = { ...answer, date: '2026-11-20T10:00:00.000Z' };
      expect(await change({ type: 'set', answer: dated })).toMatchObject({ hasChanged: true, answer: dated });
      expect(await change({ type: 'set', answer: dated })).toMatchObject({ hasChanged: false });
      expect(await eventsAfter(after)).toHaveLength(1);
    });

    it.each([
      ['an answer', { ...approved, claim: null }],
      ['a claim', claim],
      ['a claim that has lapsed', lapsed],
    ] as const)('come back to nothing if the host clears %s', async (_, input) => {
      const { claim: number } = (await change(input))!;
      expect(await change({ type: 'set', answer: null })).toMatchObject({ hasChanged: true, answer: null });
      expect(await change({ type: 'set', answer: null })).toMatchObject({ hasChanged: false, answer: null });
      expect(await change({ ...approved, claim: number })).toMatchObject({ hasChanged: false, answer: null });
      expect(await claimed({ ...claim, action: 'secondary' })).toBeGreaterThan(number!);
    });

    it('exist neither for another customer nor for what is not there', async () => {
      for (const input of [claim, rejected, { type: 'set', answer: null }] as const) {
        expect(await store.answer(newCustomer(), 'a', input)).toBeNull();
        expect(await store.answer(anna, 'unknown', input)).toBeNull();
      }
    });

    it('are neither claimed nor given without a claim for what has expired', async () => {
      const expiresDate = new Date(Date.now() - hourMs).toISOString();
      await store.add(anna, [reference('expired', 0, { expiresDate })]);
      for (const input of [claim, rejected]) expect(await store.answer(anna, 'expired', input)).toBeNull();
      // As the holder of a claim from before it has expired.
      const late = { ...approved, claim: 1 };
      expect(await store.answer(anna, 'expired', late)).toMatchObject({ hasChanged: false });
    });

    it('have numbers that no claim had before the notification was removed', async () => {
      const first = await claimed();
      await store.remove(anna, ['a']);
      expect(await change({ ...approved, claim: first })).toBeNull();
      await store.add(anna, [reference('a')]);
      expect(await claimed()).toBeGreaterThan(first);
    });

    it('are added with a notification', async () => {
      const answer = { action: 'tertiary', text: 'Später', date: '2026-11-20T10:00:00.000Z' } as const;
      const added = reference('added', 0, { answer, isRead: true, isSeen: true });
      const after = await lastEvent();
      await store.add(anna, [added]);
      expect((await storedOf(store, anna)).find(({ id }) => id === 'added')).toEqual(added);
      expect(await eventsAfter(after)).toEqual([{ type: 'add', references: [added] }]);
    });

    it('mark as read what came back from a snooze', async () => {
      await store.mark(anna, { type: 'read', ids: ['a'], isRead: true });
      const snoozedUntil = new Date(Date.now() - 1000).toISOString();
      await store.mark(anna, { type: 'snooze', ids: ['a'], snoozedUntil });
      expect(await stored()).toMatchObject({ isRead: false });
      await change({ ...approved, claim: null });
      expect(await stored()).toMatchObject({ isRead: true });
    });

    it('are null in the events of what is not there any more', async () => {
      const after = await lastEvent();
      await claimed();
      await store.remove(anna, ['a']);
      expect(await eventsAfter(after)).toMatchObject([
        { type: 'answer', ids: ['a'], answer: null },
        { type: 'remove' },
      ]);
    });
  });
}
