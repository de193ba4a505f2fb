import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { StateContainer } from '../../src/common/state-container.js';
import { NotificationStore } from '../../src/session/notifications/notification-store.js';
import { storedChanges } from '../../src/session/notifications/state/change-groups.js';
import { marks } from '../../src/session/notifications/state/marks/marks.js';
import type {
  NotificationChange,
  OutcomeDraft,
} from '../../src/session/notifications/state/notification-change.js';
import {
  storedPreferenceChanges,
  type PreferenceChange,
  type PreferenceDraft,
} from '../../src/session/preferences/preference-state.js';
import { PreferenceStore } from '../../src/session/preferences/preference-store.js';

interface ListedEffect {
  readonly name: string;
  readonly on: readonly string[];
}

/** Every change, in the order of the table. A new one has to be listed here. */
const notificationChanges: Record<NotificationChange['type'], true> = {
  hostIds: true,
  added: true,
  pageLoaded: true,
  deleted: true,
  deletionFailed: true,
  expired: true,
  loaded: true,
  failed: true,
  retried: true,
  recordShared: true,
  answering: true,
  marked: true,
  markSent: true,
  markSaved: true,
  markFailed: true,
  markedByHost: true,
  allMarked: true,
  markAllSaved: true,
  markAllEnded: true,
  allSeen: true,
  returned: true,
  deviceLoaded: true,
  deviceChanged: true,
  conditions: true,
  source: true,
  sourceFailed: true,
  sourceReturned: true,
  requests: true,
  cleared: true,
  closed: true,
};

const preferenceChanges: Record<PreferenceChange['type'], true> = {
  groupsRequested: true,
  groups: true,
  groupsFailed: true,
  chosen: true,
  sent: true,
  responded: true,
  failed: true,
  postponed: true,
  savedElsewhere: true,
  stored: true,
  returning: true,
  cleared: true,
  closed: true,
};

/** The effects that a store adds, in their order: of those with the same name, one. */
function collectEffects(createStore: () => unknown): ListedEffect[] {
  const addEffect = vi.spyOn(StateContainer.prototype, 'addEffect');
  createStore();
  const effects = addEffect.mock.calls.map(([effect]): ListedEffect => effect);
  addEffect.mockRestore();
  return effects.filter(({ name }, index) => effects.findIndex((other) => other.name === name) === index);
}

function renderTable(changes: string[], effects: ListedEffect[]): string {
  const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(['change', ...effects.map(({ name }) => name)]),
    row(['---', ...effects.map(() => ':-:')]),
    ...changes.map((change) =>
      row([`\`${change}\``, ...effects.map(({ on }) => (on.includes(change) ? '×' : ''))]),
    ),
  ].join('\n');
}

const source = Object.fromEntries(Object.values(marks).map(({ savedBy }) => [savedBy, vi.fn()]));
const device = (): Promise<null> => Promise.resolve(null);
const notifications = collectEffects(() => new NotificationStore({ retrieve: vi.fn(), source, device }));
const preferences = collectEffects(() => new PreferenceStore({ save: vi.fn(), device }));

/** The compiler lets no other change be stored. */
describe.each([
  { name: 'device-sync', effects: notifications, stored: storedChanges },
  { name: 'preference-device-sync', effects: preferences, stored: storedPreferenceChanges },
])('$name', ({ name, effects, stored }) => {
  it.each([...stored])('reacts to %s, which may be stored', (type) => {
    expect(effects.find((effect) => effect.name === name)?.on).toContain(type);
  });
});

describe('A change that no device-sync reacts to', () => {
  it('has no way to be stored', () => {
    expectTypeOf<OutcomeDraft>().not.toHaveProperty('toStore');
    expectTypeOf<OutcomeDraft>().not.toHaveProperty('haveRecordsChanged');
    expectTypeOf<PreferenceDraft>().not.toHaveProperty('toStore');
  });
});

describe('CONTRIBUTING.md', () => {
  it('says which effect reacts to which change', async () => {
    const tables = [
      renderTable(Object.keys(notificationChanges), notifications),
      `The preferences:\n\n${renderTable(Object.keys(preferenceChanges), preferences)}`,
    ].join('\n\n');
    const text = readFileSync('CONTRIBUTING.md', 'utf8');
    const block = /(?<=<!-- Generated: .*? -->\n).*?(?=<!-- End -->)/s;
    const updated = text.replace(block, `\n${await format(tables, { parser: 'markdown' })}\n`);
    // `npx vitest --project unit test/docs/effects.test.ts -u` writes it.
    await expect(updated).toMatchFileSnapshot('../../CONTRIBUTING.md');
  });
});
