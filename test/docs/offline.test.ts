import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePage } from './markdown.js';

const store = (name: string): string => `session/notifications/notification-store.${name}.test.ts`;

/** The tests that show what each row says. */
const evidence: Record<string, readonly (readonly [file: string, title: string])[]> = {
  'What is loaded': [
    [store('failures'), 'keeps its items, reports no error, and continues when the network returns'],
    [
      'elements/inbox/inbox.failures.test.ts',
      'reaches every loaded notification while offline, also after another filter',
    ],
  ],
  'The newest page of the list': [
    [store('failures'), 'loads the source again when the network returns'],
    [store('failures'), 'finds out by itself that there is one if no event says so'],
  ],
  'A notification that is not loaded': [
    [store('failures'), 'loses no pending request when the network goes away'],
    [store('supplied-records'), 'are shown while the device is offline'],
  ],
  'An older page, on scrolling': [[store('failures'), 'keeps its items when a further page fails']],
  'Arrivals by a stream': [
    ['session/sources/event-stream-source.test.ts', 'does not count failures while the device is offline'],
    [
      'session/sources/event-stream-source.test.ts',
      'shows what was missed while the connection was lost, once the list responds, and the failure until then',
    ],
  ],
  'The panel, if it was not loaded yet': [
    [
      'pages/panel-loading.spec.ts',
      'says that it does not load, links to the page of the host, and opens with a later press',
    ],
  ],
  'Notifications that expire, or were snoozed': [
    [
      store('snooze'),
      'takes notifications off the list and out of the counts until they come back as an arrival',
    ],
    [store('expiry'), 'leaves the list and the counts when it expires'],
  ],
  'Read, unread': [
    [store('mark-read'), 'restores the previous read state and publishes the failure'],
    [
      'elements/list/undo.test.ts',
      'tries again what could not be saved, without what was dismissed meanwhile',
    ],
  ],
  'Mark all as read': [
    [store('mark-all-read'), 'is rolled back if the host fails to persist it'],
    ['elements/list/undo.test.ts', 'tries again to mark all, the pages that are not loaded too'],
  ],
  'Dismiss, restore': [
    [store('set-dismissed'), 'rolls back what it rejects, and reports it'],
    ['elements/list/undo.test.ts', 'tries again what could not be saved of those that are dismissed'],
  ],
  Snooze: [
    [store('snooze'), 'rolls back what it rejects, on the device, too, and reports it'],
    ['elements/list/snooze.test.ts', 'says if it has failed, as without a network'],
  ],
  'Delete for good': [
    ['elements/list/remove.test.ts', 'says what was not deleted, with a button to try again'],
  ],
  'Answer by a button': [['elements/card/answers.test.ts', 'is refused without a network']],
  Seen: [[store('seen'), 'is tried three times, then reported, and not rolled back']],
  Preferences: [
    [
      'session/preferences/preference-store.test.ts',
      'delays a choice, and sends the last one when the network returns',
    ],
    [
      'elements/preferences/preferences.test.ts',
      'shows that it is offline and saves the change when it is online',
    ],
  ],
  'Preferences, where nobody is known yet': [
    [
      'session/session.preferences.test.ts',
      'saves no choice that had to wait while nobody was known: whoever signs in may be somebody else',
    ],
  ],
  'Groups that are not loaded': [
    [
      'session/preferences/preference-store.test.ts',
      'loads them again when there is a network, not when it is lost',
    ],
    [
      'elements/preferences/preferences.test.ts',
      'says that the groups could not be loaded, and requests them again until they come',
    ],
  ],
  Reload: [[store('device'), 'keeps its cached records when the service is unreachable']],
  'Reload without a customer key': [
    [store('device'), 'finds nothing of the former visit until it is accepted, and then all of it'],
    [store('device'), 'restores read, unread and dismissed state'],
  ],
  'Reload after a change that was not saved': [
    [store('device'), 'does not restore what the host failed to persist'],
  ],
  'Reload while a choice of preferences waits': [
    [
      'session/preferences/preference-store.device.test.ts',
      'does not restore a choice that has waited for the network until the page was closed',
    ],
  ],
  'Other tabs': [
    [
      store('device'),
      'learns on its return what other tabs did, also without a network, and on a first visit',
    ],
    [store('device'), 'takes back in the other tabs what the host did not save'],
  ],
  "Back to the page, by the browser's Back": [
    ['session/session.return.test.ts', 'shows nothing without a network, and checks once there is one'],
  ],
  '`signOut()`': [
    ['session/session.test.ts', 'is empty after signOut() and requests no token'],
    [store('device'), 'clears and closes both tabs on sign-out in one, and deletes what is stored'],
  ],
};

describe('What the page on being offline says', () => {
  const rows = [...parsePage('docs/offline.md').text.matchAll(/^\| ([^|]+?) +\|/gm)].map(
    ([, what = '']) => what,
  );
  const named = rows.filter((what) => what !== 'What' && !what.startsWith('---'));

  it('is shown by tests, row by row', () => {
    expect(named).toEqual(Object.keys(evidence));
  });

  it.each(Object.values(evidence).flat())('is shown by a test that there is: %s %s', (file, title) => {
    const text = readFileSync(`test/${file}`, 'utf8');
    expect(text.includes(`('${title}'`)).toBe(true);
  });
});
