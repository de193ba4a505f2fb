import { describe, expect, it } from 'vitest';
import { Reading } from '../../../src/inbox/notifications/read-state.js';

describe('what was done here', () => {
  it('stays the same act as the host or another tab only repeats it, so that it can be undone', () => {
    const reading = new Reading(true);
    const act = { isRead: true, at: Date.now() };
    reading.act('a', act);
    reading.follow('a', true);
    reading.remember({ id: 'a', value: true, at: act.at + 1000 });
    expect(reading.actOn('a')).toBe(act);
  });

  it('gives way to what another tab does later', () => {
    const reading = new Reading(true);
    reading.act('a', { isRead: true, at: Date.now() });
    reading.remember({ id: 'a', value: false, at: Date.now() + 1000 });
    expect(reading.kept('a')).toBe(false);
  });
});
