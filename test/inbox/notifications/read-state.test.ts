import { describe, expect, it } from 'vitest';
import { Reading } from '../../../src/inbox/notifications/read-state.js';

describe('a local read change', () => {
  it('stays the same, so that it can be undone, when the host or another tab only repeats it', () => {
    const readState = new Reading(true);
    const change = { isRead: true, at: Date.now() };
    readState.act('a', change);
    readState.follow('a', true);
    readState.remember({ id: 'a', value: true, at: change.at + 1000 });
    expect(readState.actOn('a')).toBe(change);
  });

  it('is overridden by a later change in another tab', () => {
    const readState = new Reading(true);
    readState.act('a', { isRead: true, at: Date.now() });
    readState.remember({ id: 'a', value: false, at: Date.now() + 1000 });
    expect(readState.kept('a')).toBe(false);
  });
});
