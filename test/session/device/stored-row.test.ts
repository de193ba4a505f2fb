import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { areAdditionsTo, mergeRow, parseRow, splitRow } from '../../../src/session/device/stored-row.js';
import { withoutVisit } from '../../../src/session/device/stored-visit.js';
import { makeRecord } from '../fakes.js';

const dayMs = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const markAt = (ageDays: number, id = 'a') => ({ id, value: true, at: Date.now() - ageDays * dayMs });

/** A row to which a later version has added a list. */
const createRow = (): NonNullable<ReturnType<typeof parseRow>> =>
  Object.assign(mergeRow(null, { uniqueCustomerId: 'customer-1', reads: [markAt(0)] }), {
    stars: [markAt(0)],
  });

describe('parseRow()', () => {
  it('takes a list that is missing as empty', () => {
    const { reads, snoozes, ...row } = mergeRow(null, { reads: [markAt(0)], dismissals: [markAt(0)] });
    expect([reads, snoozes]).toEqual([[markAt(0)], []]);
    expect(parseRow(row)).toMatchObject({ dismissals: [markAt(0)], reads: [], snoozes: [] });
  });

  it.each([
    ['is no object', 'a row'],
    ['is of another version', { version: 2 }],
    ['is too old', { savedAt: Date.now() - 91 * dayMs }],
    ['has a malformed mark', { reads: [{ id: '', value: true, at: 1 }] }],
    ['has a malformed list', { reads: {} }],
    ['has null instead of a list', { reads: null }],
  ])('returns null for what %s', (_, fields) => {
    expect(parseRow(mergeRow(null, {}))).not.toBeNull();
    expect(parseRow(typeof fields === 'string' ? fields : { ...mergeRow(null, {}), ...fields })).toBeNull();
  });

  it('leaves out bad records, those older than a week, and marks older than 90 days', () => {
    const record = (id: string, ageDays: number): object => ({
      record: { id, payload: {} },
      at: Date.now() - ageDays * dayMs,
    });
    const reads = [markAt(89), markAt(91, 'b')];
    const records = [{}, record('old', 8), record('new', 6)];
    const row = parseRow({ ...mergeRow(null, {}), reads, records });
    expect(row?.reads.map(({ id }) => id)).toEqual(['a']);
    expect(row?.records.map(({ record: { id } }) => id)).toEqual(['new']);
  });

  it('returns the row with its additions', () => {
    const { row, additions } = splitRow(createRow());
    expect(row).not.toHaveProperty('stars');
    expect(row).not.toHaveProperty('answers');
    expect(parseRow(row, additions)).toEqual(createRow());
  });

  it.each([null, 5, {}, { version: 1, stars: [] }, { version: 3, savedAt: Date.now(), stars: [] }])(
    'returns the row without what is no addition to it: %j',
    (additions) => {
      const { row } = splitRow(createRow());
      expect(parseRow(row, additions)).toEqual({ ...row, answers: [] });
    },
  );
});

describe('mergeRow()', () => {
  it('leaves what a later version has added to the row', () => {
    expect(mergeRow(createRow(), { dismissals: [markAt(0)] })).toMatchObject({
      dismissals: [markAt(0)],
      stars: [markAt(0)],
    });
  });
});

describe('withoutVisit()', () => {
  const recordOf = (id: string) => ({ record: makeRecord(id), at: Date.now() });

  /** A visit that has changed all that a row has. */
  function visit() {
    const dates = { watermark: '2025-01-01T00:00:00Z', seenUntil: '2025-01-01T00:00:00Z' };
    const before = mergeRow(createRow(), { ...dates, dismissals: [markAt(1)] }, [recordOf('a')]);
    vi.advanceTimersByTime(1000);
    const later = { watermark: '2025-02-02T00:00:00Z', seenUntil: '2025-02-02T00:00:00Z' };
    const change = { ...later, dismissals: [markAt(0), markAt(0, 'b')] };
    const written = mergeRow(before, change, [recordOf('b')]);
    vi.advanceTimersByTime(1000);
    return { before, written };
  }

  it('returns the row before the visit if nobody has changed it since', () => {
    const { before, written } = visit();
    expect(withoutVisit(structuredClone(written), { before, written })).toEqual(before);
  });

  it.each([
    ['a date of what is read', () => ({ watermark: '2025-01-02T00:00:00Z' })],
    ['a date of what is seen', () => ({ seenUntil: '2025-03-03T00:00:00Z' })],
    ['something else', () => ({ reads: [markAt(0, 'c')] })],
    ['the same', () => ({ dismissals: [{ ...markAt(0), value: false }] })],
  ])('returns what others have decided since about %s', (_, decide) => {
    const { before, written } = visit();
    const change = decide();
    expect(withoutVisit(mergeRow(written, change), { before, written })).toEqual(mergeRow(before, change));
  });

  it('returns the records that others have stored since', () => {
    const { before, written } = visit();
    const row = mergeRow(written, {}, [...written.records, recordOf('c')]);
    expect(withoutVisit(row, { before, written })?.records.map(({ record: { id } }) => id)).toEqual([
      'c',
      'a',
    ]);
  });

  it('returns what others have decided in the same moment', () => {
    const written = mergeRow(null, { reads: [markAt(0)] });
    const reads = [{ ...markAt(0), value: false }];
    expect(withoutVisit(mergeRow(written, { reads }), { before: null, written })).toMatchObject({ reads });
  });

  it('returns a row of nobody, with nothing in it, if there was none', () => {
    const written = mergeRow(null, { uniqueCustomerId: 'customer-2', reads: [markAt(0)] }, [recordOf('b')]);
    expect(withoutVisit(written, { before: null, written })).toEqual(mergeRow(null, {}));
  });

  it('returns null once the row was deleted', () => {
    expect(withoutVisit(null, visit())).toBeNull();
  });
});

describe('areAdditionsTo()', () => {
  it.each([
    ['the row', true, {}],
    ['the row once it was saved again', true, { savedAt: Date.now() + 1000 }],
    ["another customer's row", false, { uniqueCustomerId: 'customer-2' }],
    ['the row after a sign-out', false, { signedOutAt: Date.now() + 1000 }],
    ['no row', false, null],
  ])('returns for %s: %s', (_, isTrue, fields) => {
    const { row, additions } = splitRow(createRow());
    expect(areAdditionsTo(fields && { ...row, ...fields }, additions)).toBe(isTrue);
  });
});
