import { describe, expect, it } from 'vitest';
import {
  FlagStates,
  resolveClaims,
  type ClaimOptions,
  type Claims,
} from '../../../src/inbox/notifications/flag-states.js';

describe('what the customer did', () => {
  it('stays the same, so that it can be undone, when the host or another tab only repeats it', () => {
    const states = new FlagStates(true);
    const change = { value: true, at: Date.now() };
    states.setCustomerClaim('a', change);
    states.applyHostChange('a', true, Date.now());
    states.applyOtherTab({ id: 'a', value: true, at: change.at + 1000 });
    expect(states.customerClaim('a')).toBe(change);
  });

  it('is overridden by a later change in another tab', () => {
    const states = new FlagStates(true);
    states.setCustomerClaim('a', { value: true, at: Date.now() });
    states.applyOtherTab({ id: 'a', value: false, at: Date.now() + 1000 });
    expect(states.chosen('a')).toBe(false);
  });
});

describe('what the host did not save', () => {
  const mark = { id: 'a', value: true, at: Date.now() };

  it('is taken back here, although the device stored it', () => {
    const states = new FlagStates(true);
    states.setCustomerClaim('a', mark);
    states.applyOtherTab(mark);
    states.rollBack('a', undefined);
    expect(states.chosen('a')).toBeNull();
  });

  it('is taken back in another tab, although that tab received it twice', () => {
    const states = new FlagStates(true);
    states.applyOtherTab(mark);
    states.applyOtherTab(mark);
    states.applyOtherTab({ ...mark, value: null });
    expect(states.chosen('a')).toBeNull();
  });
});

describe('resolveClaims()', () => {
  const claim = (value: boolean | null) => ({ value, at: 0 });
  const read = claim(true);
  const unread = claim(false);
  const takenBack = claim(null);

  const known = { isSavedByHost: false, isCovered: false };
  const covered = { isSavedByHost: false, isCovered: true };
  const savedByHost = { isSavedByHost: true, isCovered: false };
  const savedAndCovered = { isSavedByHost: true, isCovered: true };

  it.each<[string, Claims, ClaimOptions, boolean | null]>([
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
    expect(resolveClaims(claims, options)).toBe(expected);
  });
});
