import { describe, expect, it } from 'vitest';
import {
  ReadStates,
  resolveRead,
  type ReadClaims,
  type ReadOptions,
} from '../../../src/inbox/notifications/read-state.js';

describe('what the customer did', () => {
  it('stays the same, so that it can be undone, when the host or another tab only repeats it', () => {
    const readState = new ReadStates(true);
    const change = { isRead: true, at: Date.now() };
    readState.setCustomerClaim('a', change);
    readState.applyHostChange('a', true, Date.now());
    readState.applyOtherTab({ id: 'a', value: true, at: change.at + 1000 });
    expect(readState.customerClaim('a')).toBe(change);
  });

  it('is overridden by a later change in another tab', () => {
    const readState = new ReadStates(true);
    readState.setCustomerClaim('a', { isRead: true, at: Date.now() });
    readState.applyOtherTab({ id: 'a', value: false, at: Date.now() + 1000 });
    expect(readState.decided('a')).toBe(false);
  });
});

describe('resolveRead()', () => {
  const claim = (isRead: boolean | null) => ({ isRead, at: 0 });
  const read = claim(true);
  const unread = claim(false);
  const takenBack = claim(null);

  const known = { isSavedByHost: false, isCovered: false };
  const covered = { isSavedByHost: false, isCovered: true };
  const savedByHost = { isSavedByHost: true, isCovered: false };
  const savedAndCovered = { isSavedByHost: true, isCovered: true };

  it.each<[string, ReadClaims, ReadOptions, boolean | null]>([
    ['nobody says anything', {}, known, null],
    ['only the service says anything', { service: unread }, known, false],
    ['the service does not say', { service: takenBack }, known, null],
    ['it is older than "mark all as read"', { service: unread }, covered, true],
    ['the host gave a hint', { host: unread, service: read }, known, false],
    ['the host gave a hint before "mark all as read"', { host: unread, service: unread }, covered, true],
    ['the device stored a decision', { device: read, host: unread, service: unread }, known, true],
    ['the host saves read state', { host: unread, device: read, service: read }, savedAndCovered, false],
    ['the customer decided here', { customer: read, host: unread, device: unread }, savedByHost, true],
    [
      'the customer took a decision back',
      { customer: takenBack, host: unread, device: read },
      savedAndCovered,
      false,
    ],
    [
      'every side took its word back',
      { customer: takenBack, host: takenBack, device: takenBack },
      savedAndCovered,
      true,
    ],
  ])('takes the first side that knows, where %s', (_, claims, options, expected) => {
    expect(resolveRead(claims, options)).toBe(expected);
  });
});
