import { describe, expect, it, vi } from 'vitest';
import type { NotificationItem } from '../../../src/session/notifications/state/notification-item.js';
import { runActs, seeds } from './run-acts.js';
import type { Fact } from './site.js';
import { customerActs, otherActs } from './tab-acts.js';
import { World } from './world.js';

/** An answer that stands, as it is shown; one that was interrupted has no text. */
function describeAnswer(answer: NotificationItem['answer'], hasWrongClock: boolean): unknown {
  if (answer === null || 'date' in answer) return answer;
  // On a clock that was set back since, the same moment is still to come.
  if (!hasWrongClock)
    expect(Date.parse(answer.until ?? ''), 'nothing is under way any more').toBeLessThanOrEqual(Date.now());
  return { action: answer.action };
}

/** What was answered stays so, in every page: by what the host has, or else by what was first. */
function checkAnswers({ site, tabs, hasLostStorage, hasWrongClock }: World, list: readonly Fact[]): void {
  const areFirstVisits = tabs.every(({ isFirstVisit }) => isFirstVisit);
  const areLost = !site.persistsAnswers && (hasLostStorage || !areFirstVisits);
  for (const { id, answer, given, isAnswerUncertain } of list) {
    const shown = tabs.flatMap(({ notifications }) =>
      notifications.state.items.filter((item) => item.id === id),
    );
    const answers = shown.map((item) => describeAnswer(item.answer, hasWrongClock));
    const [first] = given.toSorted((one, other) => one.date.localeCompare(other.date));
    if (site.persistsAnswers) {
      for (const one of answers)
        expect(one, `${id} is answered as the host has it`).toEqual(describeAnswer(answer, hasWrongClock));
      for (const one of given) expect(one, `the answer to ${id} stays`).toEqual(answer);
    } else if (!areLost && !isAnswerUncertain) {
      for (const one of answers) expect(one, `the tabs agree on the answer to ${id}`).toEqual(answers[0]);
      if (!hasWrongClock)
        for (const one of answers) expect(one, `${id} is answered as it was first`).toEqual(first ?? null);
    }
  }
}

/** What was answered has reached the host once. */
function checkPresses({ site }: World): void {
  for (const [text, count] of site.outcomeCounts) expect(count, `${text} is sent once`).toBe(1);
  for (const [id, { pressed, sent }] of site.pressCounts)
    expect(sent, `${id} is sent as often as it was pressed`).toBeLessThanOrEqual(pressed);
}

/** What must hold for a customer after any acts, once everything works again. */
function check(world: World, customer: string): void {
  const { site, tabs, hasLostStorage } = world;
  const list = site.listOf(customer);
  // In a later visit, a page neither loads nor stores what the device remembers.
  const areFirstVisits = tabs.every(({ isFirstVisit }) => isFirstVisit);
  for (const { notifications } of tabs) {
    const { items, unreadCount, problem } = notifications.state;
    expect(problem, 'nothing is wrong any more').toBeNull();
    // What was withdrawn while a tab did not listen may stay there, until its page or record is asked for again.
    const existing = items.filter(({ id }) => !site.facts.get(id)?.isMissed);
    expect(
      existing.filter(({ status }) => status !== 'loaded'),
      'every record is there',
    ).toEqual([]);
    expect(unreadCount, 'the count is right').toBe(
      items.filter(({ isRead, status }) => isRead === false && status !== 'missing').length,
    );
    const ids = existing.map(({ id }) => id);
    expect(new Set(ids).size, 'nothing is listed twice').toBe(ids.length);
    expect(
      items.filter(({ id }) => site.facts.get(id)?.owner !== customer),
      'nothing of another customer is listed',
    ).toEqual([]);
    if (hasLostStorage || !(site.persistsDismissals || areFirstVisits)) continue;
    const kept = list.filter(({ isDismissed }) => isDismissed === false).map(({ id }) => id);
    const certain = ids.filter((id) => site.facts.get(id)?.isDismissed !== null);
    expect(certain.toSorted(), 'everything is listed but what was dismissed').toEqual(kept.toSorted());
  }
  checkAnswers(world, list);
  // Whether what is dismissed is on the list is checked above.
  const isEverywhere = (id: string): boolean => tabs.every(({ listedIds }) => listedIds.includes(id));
  const readStates = tabs.map(({ notifications }) =>
    Object.fromEntries(
      notifications.state.items
        .filter(({ id }) => !site.facts.get(id)?.isMissed && isEverywhere(id))
        .map(({ id, isRead }) => [id, isRead]),
    ),
  );
  if (hasLostStorage || !(site.persistsReadState || areFirstVisits)) return;
  expect(readStates[0], 'the tabs agree').toEqual(readStates[1]);
  for (const { id, isRead, decided } of list) {
    for (const states of readStates) {
      if (!(id in states)) continue;
      if (site.persistsReadState) expect(states[id], `${id} is as the host has it`).toBe(isRead);
      else if (decided !== null) expect(states[id], `${id} is as the customer decided`).toBe(decided);
    }
  }
}

/** Ends all faults, and checks that everything comes right without a storm of requests. */
async function settleAndCheck(world: World, customer: string): Promise<void> {
  const { site, tabs } = world;
  const [requests, listRequests] = [site.requests.length, site.listRequestCount];
  await world.settle();
  check(world, customer);
  const limit = 4 * site.facts.size * tabs.length;
  expect(site.requests.length - requests, 'there is no storm of requests').toBeLessThanOrEqual(limit);
  expect(site.listRequestCount - listRequests, 'nor of lists').toBeLessThanOrEqual(60);
}

/** Checks it for each customer, one after the other: what one of them did is still there. */
async function checkAll(world: World): Promise<void> {
  const { site, tabs } = world;
  for (const customer of site.customers) {
    if (site.signedIn !== customer) {
      world.signIn(customer);
      site.expireTokens();
    }
    // Only a list that says whose it is shows a page at once that it is of another customer.
    if (site.customers.length > 1 && !site.namesCustomer) world.reloadAll();
    await settleAndCheck(world, customer);
    if (tabs.every(({ isFirstVisit }) => isFirstVisit)) continue;
    world.reloadAll();
    await settleAndCheck(world, customer);
  }
  checkPresses(world);
  expect(world.mixedRows, 'nothing of another customer is stored').toEqual([]);
  expect(site.leaks, 'no act and no text of one customer has reached another').toEqual([]);
  const customer = site.customers.at(-1)!;
  // Without a key, only a notification can have said whose row there is.
  const isNamed = site.hasCustomerKey || tabs.some(({ shownOwners }) => shownOwners.has(customer));
  await Promise.all(tabs.map((tab) => tab.signOut()));
  const rows = isNamed ? world.rowsOf(customer) : [];
  const nothing = { reads: [], dismissals: [], records: [] };
  for (const row of rows) expect(row, 'a sign-out leaves nothing').toMatchObject(nothing);
}

describe('Two tabs of customers who take turns, after random acts and faults', () => {
  it.each(seeds(30))('are as the customer, the host and the service say, with seed %i', (seed) =>
    runActs(
      {
        createWorld: (random) => new World(random),
        getPages: (world) => world.tabs,
        customerActs,
        otherActs,
        advance: (_, milliseconds) => vi.advanceTimersByTimeAsync(milliseconds),
        check: checkAll,
        close: (world) => world.tabs.forEach((tab) => tab.close()),
      },
      seed,
    ),
  );
});
