import { describe, expect, it } from 'vitest';
import { ReadStates, resolveRead, type ReadClaims } from '../../../src/inbox/notifications/read-state.js';

describe('a local read change', () => {
  it('stays the same, so that it can be undone, when the host or another tab only repeats it', () => {
    const readState = new ReadStates(true);
    const change = { isRead: true, at: Date.now() };
    readState.setLocal('a', change);
    readState.applyHostChange('a', true, Date.now());
    readState.applyMark({ id: 'a', value: true, at: change.at + 1000 });
    expect(readState.local('a')).toBe(change);
  });

  it('is overridden by a later change in another tab', () => {
    const readState = new ReadStates(true);
    readState.setLocal('a', { isRead: true, at: Date.now() });
    readState.applyMark({ id: 'a', value: false, at: Date.now() + 1000 });
    expect(readState.decided('a')).toBe(false);
  });
});

describe('resolveRead()', () => {
  const claim = (isRead: boolean | null) => ({ isRead, at: 0 });
  const read = claim(true);
  const unread = claim(false);
  const takenBack = claim(null);

  it.each<[string, ReadClaims, boolean, boolean | null]>([
    ['nobody says anything', {}, false, null],
    ['only the service says anything', { server: unread }, false, false],
    ['the service does not say', { server: takenBack }, false, null],
    ['it is older than "mark all as read"', { server: unread }, true, true],
    ['the host gave a hint', { hint: unread, server: read }, false, false],
    ['the host gave a hint before "mark all as read"', { hint: unread, server: unread }, true, true],
    ['the device stored a decision', { device: read, hint: unread, server: unread }, false, true],
    ['the host stores read state', { host: unread, device: read, hint: read, server: read }, true, false],
    ['the customer decided in this visit', { local: read, host: unread, device: unread }, false, true],
    ['the customer took a decision back', { local: takenBack, host: unread, device: read }, true, false],
    ['every side took its word back', { local: takenBack, host: takenBack, device: takenBack }, true, true],
  ])('takes the first side that knows, where %s', (_, claims, isBeforeWatermark, expected) => {
    expect(resolveRead(claims, isBeforeWatermark)).toBe(expected);
  });
});
