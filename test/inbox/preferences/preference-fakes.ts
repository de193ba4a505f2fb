import { vi } from 'vitest';
import type { PreferenceStatus } from '../../../src/api/schemas/preference.js';
import type {
  PreferenceGroup,
  PreferenceStoreEvent,
  PreferenceStoreOptions,
} from '../../../src/inbox/preferences/preference-state.js';
import { PreferenceStore } from '../../../src/inbox/preferences/preference-store.js';
import { settled } from '../fakes.js';

interface Save {
  readonly groupId: string;
  readonly isOff: boolean;
  readonly signal: AbortSignal;
  succeed: (status?: string | null) => Promise<void>;
  fail: (error: Error) => Promise<void>;
}

/** The service as one operation. Each save stays open until the test answers it. */
export class FakeSaves {
  /** Every save that was sent, in order. */
  readonly sent: Save[] = [];
  /** Answers each save at once; what it throws is what the save fails with. */
  answer: ((groupId: string) => PreferenceStatus) | null = null;

  readonly save: PreferenceStoreOptions['save'] = (groupId, { isGroupNotificationOff: isOff }, { signal }) =>
    new Promise((resolve, reject) => {
      this.sent.push({
        groupId,
        isOff,
        signal,
        succeed: async (status = 'saved') => {
          resolve({ status });
          await settled();
        },
        fail: async (error) => {
          reject(error);
          await settled();
        },
      });
      if (this.answer) resolve(this.answer(groupId));
    });

  /** As `['a', true]` for group a off. */
  get log(): [string, boolean][] {
    return this.sent.map(({ groupId, isOff }) => [groupId, isOff]);
  }

  get last(): Save {
    return this.sent.at(-1)!;
  }
}

export interface Heard {
  store: PreferenceStore;
  events: Exclude<PreferenceStoreEvent, { type: 'change' }>[];
  stop: () => void;
  /** What is shown of a group, as `[choice, status]`. */
  shown: (id: string) => [boolean | null, PreferenceGroup['status']];
  group: (id: string) => PreferenceGroup;
  choose: (id: string, isOff: boolean) => Promise<boolean>;
}

/** A store that somebody hears. */
export function hear(saves: FakeSaves, options: Partial<PreferenceStoreOptions> = {}): Heard {
  const store = new PreferenceStore({
    save: saves.save,
    groups: [{ id: 'a', isGroupNotificationOff: false }, { id: 'b' }],
    ...options,
  });
  const events: Heard['events'] = [];
  const group = (id: string): PreferenceGroup => store.state.groups.find((one) => one.id === id)!;
  return {
    store,
    events,
    group,
    stop: store.subscribe((event) => {
      if (event.type !== 'change') events.push(event);
    }),
    shown: (id) => [group(id).isGroupNotificationOff, group(id).status],
    choose: (id, isOff) => store.set(id, { isGroupNotificationOff: isOff }),
  };
}

/** What the promise gave so far; `pending` while it gave nothing. */
export async function soFar<Value>(promise: Promise<Value>): Promise<Value | 'pending'> {
  const pending = vi.advanceTimersByTimeAsync(0).then(() => 'pending' as const);
  return Promise.race([promise, pending]);
}
