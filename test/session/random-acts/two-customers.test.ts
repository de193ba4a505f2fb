import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandbox } from '../../../src/sandbox.js';
import { createSession } from '../../../src/session/session.js';
import type { NotificationSource } from '../../../src/session/sources/source.js';
import { apiError, FakeBrowser, tearDown } from '../fakes.js';
import { Random } from './random.js';
import { seeds } from './run-acts.js';

const berta = 'customer-51377';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 20) });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(tearDown);

/**
 * Random acts on a page while customers take turns at the site. The host cannot know whose a press is that reaches it at once; what it
 * receives later has to be of the customer who is signed in then.
 *
 * @returns what the host has received later, of another customer than was signed in then
 */
async function runSeries(seed: number): Promise<unknown[]> {
  const random = new Random(seed);
  vi.spyOn(Math, 'random').mockImplementation(() => random.next());
  const browser = new FakeBrowser();
  const sandbox = createSandbox();
  const anna = sandbox.uniqueCustomerId;
  const ownersOf = new Map(
    [anna, berta].flatMap((who) => sandbox.notificationIds(who).map((id) => [id, who])),
  );
  let signedIn = anna;
  let isPress = false;
  const wrong: unknown[] = [];
  /** Of which a record was the last that the page has shown. */
  const loadedIds = new Set<string>();

  async function save(what: string, ids: readonly string[]): Promise<void> {
    // A list without a `customer` may name ids of both: only a record says whose one is.
    const others = ids.filter((id) => loadedIds.has(id) && ownersOf.get(id) !== signedIn);
    if (!isPress && others.length > 0) wrong.push([what, signedIn, others]);
    const isFailing = random.chance(0.3);
    await new Promise((resolve) => setTimeout(resolve, 1 + random.below(5000)));
    if (isFailing) throw apiError(503);
  }
  const source: NotificationSource = {
    load: ({ cursor }) => {
      const ids = sandbox.notificationIds(signedIn);
      const references = (cursor ? ids.slice(3) : ids.slice(0, 3)).map((id) => ({ id }));
      return Promise.resolve({ references, ...(!cursor && { nextCursor: 'more' }) });
    },
    setRead: (ids, isRead) => save(`read: ${isRead}`, ids),
    setSeen: (ids) => save('seen', ids),
    setDismissed: (ids, isDismissed) => save(`dismissed: ${isDismissed}`, ids),
    setSnoozed: (ids, until) => save(`snoozed: ${until}`, ids),
  };
  const session = createSession({
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(signedIn),
    source,
    memoryOnly: true,
  });
  const { notifications } = session;
  notifications.subscribe(() => {
    for (const { id, status } of notifications.state.items) {
      if (status === 'loaded') loadedIds.add(id);
      else loadedIds.delete(id);
    }
  });
  const someIds = (): string[] => random.some(notifications.state.items.map(({ id }) => id));
  let undo = (): void => undefined;
  const presses = [
    () => notifications.markRead(someIds()),
    () => notifications.markUnread(someIds()),
    () => void (undo = notifications.markAllRead()),
    () => undo(),
    () => notifications.markSeen(),
    () => notifications.dismiss(someIds()),
    () => notifications.restore(notifications.state.dismissedItems.map(({ id }) => id)),
    () => void notifications.snooze(someIds(), new Date(Date.now() + 1 + random.below(60_000))),
  ];
  const events = [
    () => void (signedIn = random.pick([anna, berta])),
    () => sandbox.expireTokens(),
    () => void notifications.refresh(),
    () => void notifications.loadMore(),
    () => notifications.setVisible(someIds()),
    () => browser.setVisible(random.chance(0.5)),
    () => vi.advanceTimersByTimeAsync(random.below(60_000)),
  ];
  await vi.advanceTimersByTimeAsync(1000);
  notifications.setVisible(notifications.state.items.map(({ id }) => id));
  await vi.advanceTimersByTimeAsync(1000);
  for (let count = 0; count < 40; count += 1) {
    isPress = random.chance(0.5);
    const result = random.pick<() => unknown>(isPress ? presses : events)();
    isPress = false;
    await result;
    await vi.advanceTimersByTimeAsync(1 + random.below(400));
  }
  await vi.advanceTimersByTimeAsync(60_000);
  session.close();
  return wrong;
}

describe('Two customers who take turns at a site, after random acts on one page', () => {
  it.each(seeds(10))(
    'get nothing of each other that is saved later than at once, with seed %i',
    async (seed) => {
      expect(await runSeries(seed)).toEqual([]);
    },
  );
});
