import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parseReferencePage, parseReferences, parseSourceEvent } from '../../../src/session/sources/parse.js';

const warn = vi.spyOn(console, 'warn');
beforeEach(() => void warn.mockReset().mockReturnValue());

describe('parseReferences()', () => {
  it('leaves out what has no id, with one warning to the developer in all', () => {
    expect(parseReferences(['a', { id: 'b' }])).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(warn).not.toHaveBeenCalled();
    const input = ['a', '', 7, null, undefined, {}, { id: '' }, { id: 5 }, [], true, { id: 'b' }];
    expect(parseReferences(input)).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(parseReferencePage({ references: [{ id: 7 }] }).references).toEqual([]);
    expect(parseSourceEvent({ type: 'remove', ids: ['a', 5] })).toEqual({ type: 'remove', ids: ['a'] });
    expect(warn.mock.calls).toEqual([['[nudge-inbox] Notifications without an id are left out.']]);
  });

  it('keeps valid hints, and nothing else', () => {
    const hints = {
      createdDate: '2025-11-01T10:00:00Z',
      isRead: true,
      isSeen: false,
      isDismissed: true,
      importance: 'high',
      isPinned: false,
      expiresDate: '9999-12-31T23:59:59Z',
    };
    const valid = { id: 'a', ...hints, snoozedUntil: null, record: { id: 'a' } };
    expect(parseReferences([{ ...valid, title: 'x' }])).toEqual([valid]);
  });

  it('takes hints that have one meaning, and names the field of any other one once', () => {
    const createdDate = '2025-11-01T10:00:00.000Z';
    expect(
      parseReferences([
        { id: 'a', isRead: 1, isSeen: 0, createdDate: Date.parse(createdDate), snoozedUntil: 1764200000000 },
        { id: 'b', isRead: null, createdDate: null, snoozedUntil: null },
      ]),
    ).toEqual([
      { id: 'a', isRead: true, isSeen: false, createdDate, snoozedUntil: '2025-11-26T23:33:20.000Z' },
      { id: 'b', snoozedUntil: null },
    ]);
    expect(warn).not.toHaveBeenCalled();
    const seconds = 1764200000;
    const invalid = {
      createdDate: seconds,
      isRead: 'no',
      isSeen: 2,
      snoozedUntil: 'soon',
      importance: 'urgent',
      isPinned: 'yes',
      expiresDate: 'never',
      record: 'x',
    };
    expect(
      parseReferences([
        { id: 'b', ...invalid },
        { id: 'c', ...invalid },
      ]),
    ).toEqual([{ id: 'b' }, { id: 'c' }]);
    expect(warn.mock.calls.flat()).toEqual(
      Object.keys(invalid).map(
        (field) => `[nudge-inbox] The source sent an invalid ${field}, which is left out.`,
      ),
    );
  });

  it.each(['0001-01-01T00:00:00Z', '0001-01-01T00:00:00', '1970-01-01T00:00:00Z', 0, ''])(
    'takes %o, which a backend sends for no date, as no date',
    (zero) => {
      const dates = { createdDate: zero, snoozedUntil: zero, expiresDate: zero };
      expect(parseReferences([{ id: 'a', ...dates }])).toEqual([
        { id: 'a', snoozedUntil: null, expiresDate: null },
      ]);
      // The first of these cases says it once.
      expect(warn.mock.calls.flat().join()).not.toMatch(/invalid/);
    },
  );

  it('names the fields that were meant by those in another style, once for each, and ignores them', () => {
    const reference = { id: 'a', is_read: true, 'created-date': '2025-11-01T10:00:00Z', title_text: 'x' };
    expect(parseReferences([reference, { ...reference, Id: 'b' }])).toEqual([{ id: 'a' }, { id: 'a' }]);
    expect(parseReferencePage({ references: [], next_cursor: 'x', unread_count: 3 })).toEqual({
      references: [],
    });
    expect(() => parseReferencePage({ References: [] })).toThrow(TypeError);
    expect(parseSourceEvent({ Type: 'seen', ids: ['a'] })).toBeNull();
    expect(warn.mock.calls.flat().slice(0, 6)).toEqual(
      [
        ['is_read', 'isRead'],
        ['created-date', 'createdDate'],
        ['next_cursor', 'nextCursor'],
        ['unread_count', 'unreadCount'],
        ['References', 'references'],
        ['Type', 'type'],
      ].map(([name, meant]) => `[nudge-inbox] ${name} is ignored: the field is named ${meant}.`),
    );
  });

  it('reads dates without a time zone as UTC, and says so once', () => {
    const dates = ['2025-11-01T10:00:00', '2025-11-01 10:00:00.000', '2025-11-01T10:00', '2025-11-01'];
    expect(parseReferences(dates.map((createdDate) => ({ id: 'a', createdDate })))).toEqual(
      ['2025-11-01T10:00:00Z', '2025-11-01T10:00:00.000Z', '2025-11-01T10:00Z', '2025-11-01'].map(
        (createdDate) => ({
          id: 'a',
          createdDate,
        }),
      ),
    );
    expect(warn.mock.calls).toEqual([
      ['[nudge-inbox] createdDate has no time zone and is read as UTC: let it end with Z.'],
    ]);
  });

  it('finds none in anything but an array', () => {
    for (const input of [null, undefined, 'a', {}, 5])
      expect(parseReferences(input), JSON.stringify(input)).toEqual([]);
  });
});

describe('parseReferencePage()', () => {
  it('parses references, cursor and counts', () => {
    const counts = { unreadCount: 0, unseenCount: 3 };
    expect(parseReferencePage({ references: ['a', null], nextCursor: 'x', ...counts })).toEqual({
      references: [{ id: 'a' }],
      nextCursor: 'x',
      ...counts,
    });
  });

  it('parses whose page it is: a text that names somebody', () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const customers = ['a key', '', 5, null].map((customer) =>
      parseReferencePage({ customer, references: [] }),
    );
    expect(customers.map(({ customer }) => customer)).toEqual(['a key', undefined, undefined, undefined]);
  });

  it('takes numbers as cursors and digits as counts', () => {
    expect(
      parseReferencePage({ references: [], nextCursor: 25, unreadCount: '3', unseenCount: '0' }),
    ).toEqual({
      references: [],
      nextCursor: '25',
      unreadCount: 3,
      unseenCount: 0,
    });
  });

  it('takes a count for each tag, and leaves them out if one is invalid', () => {
    const parse = (unreadCountByTag: unknown) =>
      parseReferencePage({ references: [], unreadCountByTag }).unreadCountByTag;
    expect(parse({ order: 2, return: '3' })).toEqual({ order: 2, return: 3 });
    for (const counts of [{ order: -1 }, 5, 'order'])
      expect(parse(counts), JSON.stringify(counts)).toBeUndefined();
    expect(warn.mock.calls.flat().join()).toMatch(/unreadCountByTag/);
  });

  it('treats an empty or invalid cursor as the end, and leaves out invalid counts', () => {
    for (const nextCursor of ['', NaN, {}, null, undefined])
      expect(
        parseReferencePage({ references: [], nextCursor }).nextCursor,
        JSON.stringify(nextCursor),
      ).toBeUndefined();
    for (const count of [-1, 1.5, 'three', '-3', null, NaN, 2 ** 53])
      expect(
        parseReferencePage({ references: [], unreadCount: count, unseenCount: count }),
        String(count),
      ).toEqual({
        references: [],
      });
    expect(warn.mock.calls.flat().join()).toMatch(/nextCursor.*unreadCount.*unseenCount/);
  });

  it('throws a TypeError if it is no page', () => {
    for (const page of [null, undefined, '[]', 5, {}, ['a'], { references: 'a' }])
      expect(() => parseReferencePage(page), JSON.stringify(page)).toThrow(TypeError);
  });
});

describe('parseSourceEvent()', () => {
  it.each([
    { type: 'add', references: [{ id: 'a', isRead: false }] },
    { type: 'remove', ids: ['a'] },
    { type: 'read', ids: ['a', 'b'], isRead: false },
    { type: 'seen', ids: ['a'] },
    { type: 'dismiss', ids: ['a'], isDismissed: true },
    { type: 'preference', groupId: 'a', isGroupNotificationOff: true },
    { type: 'customer', customer: 'a key' },
  ])('parses $type', (event) => {
    expect(parseSourceEvent({ ...event, other: 1 })).toEqual(event);
  });

  it('returns what is parsed already as it is, also as a page', () => {
    const event = parseSourceEvent({ type: 'add', references: ['a'] });
    const page = parseReferencePage({ references: ['a'] });
    expect(parseSourceEvent(event)).toBe(event);
    expect(parseReferencePage(page)).toBe(page);
    expect(parseReferencePage({ ...page })).not.toBe(page);
  });

  it('returns null if it is no event', () => {
    for (const event of [
      null,
      undefined,
      'add',
      5,
      {},
      { type: 'ping' },
      { type: 'customer', customer: '' },
      { type: 'customer', customer: 5 },
      { type: 'read', ids: ['a'] },
      { type: 'read', ids: ['a'], isRead: 'yes' },
      { type: 'dismiss', ids: ['a'] },
      { type: 'preference', groupId: 5, isGroupNotificationOff: true },
      { type: 'preference', groupId: 'a' },
    ])
      expect(parseSourceEvent(event), JSON.stringify(event)).toBeNull();
  });
});
