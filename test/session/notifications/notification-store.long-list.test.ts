import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import { countSteps } from '../count-steps.js';
import {
  FakeSource,
  flushPromises,
  makeIds,
  makeReferences,
  recordEvents,
  setUpStore,
  tearDown,
  type MakeStore,
} from '../fakes.js';

let makeStore: MakeStore;

beforeEach(() => void ({ makeStore } = setUpStore()));
afterEach(tearDown);

const datedReferences = (count: number): { id: string; createdDate: string }[] =>
  makeIds(count).map((id, index) => ({ id, createdDate: new Date(2e12 - index * 1000).toISOString() }));

type Act = (store: NotificationStore, source: FakeSource, count: number) => unknown;

describe('NotificationStore with a long list', () => {
  it.each<[string, Act]>([
    ['setHostIds()', (store, _, count) => store.setHostIds(['new', ...makeIds(count)])],
    ['One arrival', (store) => store.add(['new'])],
    [
      'An event with as many arrivals',
      (_, source, count) => source.emit({ type: 'add', references: makeReferences(makeIds(count, 'new')) }),
    ],
    [
      'An event that repeats the list with dates',
      (_, source, count) => source.emit({ type: 'add', references: datedReferences(count) }),
    ],
    [
      'An event that pins the list, and has it expire',
      (_, source, count) =>
        source.emit({
          type: 'add',
          references: datedReferences(count).map((reference) => ({
            ...reference,
            isPinned: true,
            expiresDate: '2000-01-01T00:00:00Z',
          })),
        }),
    ],
    [
      'An event that removes half of the list',
      (_, source, count) => source.emit({ type: 'remove', ids: makeIds(count / 2) }),
    ],
    ['markAllRead() and its undo', (store) => store.markAllRead()()],
    [
      'refresh()',
      (store, source, count) => {
        source.pages = [{ references: datedReferences(count) }];
        return store.refresh();
      },
    ],
  ])('%s takes twice the steps for twice the notifications, and not four times', async (_, act) => {
    const stepsFor = async (count: number): Promise<number> => {
      const source = new FakeSource();
      source.pages = [{ references: datedReferences(count) }];
      const store = makeStore({ source });
      const { stop } = recordEvents(store);
      await flushPromises();
      const steps = await countSteps(async () => {
        await act(store, source, count);
        return store.state;
      });
      stop();
      return steps;
    };
    const steps = await stepsFor(500);
    expect(steps).toBeGreaterThan(500);
    expect((await stepsFor(1000)) / steps).toBeLessThan(2.5);
  });
});
