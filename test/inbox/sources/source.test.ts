import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parseReferencePage, parseReferences, parseSourceEvent } from '../../../src/inbox/sources/source.js';

const warn = vi.spyOn(console, 'warn');
beforeEach(() => void warn.mockReset().mockReturnValue());

describe('a reference without an id', () => {
  it('is left out with one warning to the developer', () => {
    parseReferences(['a', { id: 'b' }]);
    expect(warn).not.toHaveBeenCalled();
    parseReferences(['a', null]);
    parseReferencePage({ references: [{ id: 7 }] });
    parseSourceEvent({ type: 'remove', ids: [5] });
    expect(warn.mock.calls).toEqual([['[nudge-inbox] Notifications without an id are left out.']]);
  });
});

describe('parseReferences()', () => {
  it('accepts ids and references, and leaves out everything else', () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const input = ['a', '', 7, null, undefined, {}, { id: '' }, { id: 5 }, [], true, { id: 'b' }];
    expect(parseReferences(input)).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it('keeps valid hints', () => {
    const input = [
      { id: 'a', createdDate: '2025-11-01T10:00:00Z', isRead: true, title: 'x' },
      { id: 'b', createdDate: 5, isRead: 'no' },
      { id: 'c', createdDate: null, isRead: null },
    ];
    expect(parseReferences(input)).toEqual([
      { id: 'a', createdDate: '2025-11-01T10:00:00Z', isRead: true },
      { id: 'b' },
      { id: 'c' },
    ]);
  });

  it.each([[null], [undefined], ['a'], [{}], [5]])('returns none for %j', (input) => {
    expect(parseReferences(input)).toEqual([]);
  });
});

describe('parseReferencePage()', () => {
  it('parses references and cursor', () => {
    expect(parseReferencePage({ references: ['a', null], nextCursor: 'x' })).toEqual({
      references: [{ id: 'a' }],
      nextCursor: 'x',
    });
  });

  it.each([[''], [5], [null], [undefined]])('treats the cursor %j as the end', (nextCursor) => {
    expect(parseReferencePage({ references: [], nextCursor }).nextCursor).toBeUndefined();
  });

  it.each([[-1], [1.5], ['3'], [null], [NaN], [2 ** 53]])('ignores the unread count %j', (unreadCount) => {
    expect(parseReferencePage({ references: [], unreadCount }).unreadCount).toBeUndefined();
  });

  it('parses the unread count', () => {
    expect(parseReferencePage({ references: [], unreadCount: 0 }).unreadCount).toBe(0);
  });

  it.each([[null], [undefined], ['[]'], [5], [{}], [['a']], [{ references: 'a' }]])('rejects %j', (page) => {
    expect(() => parseReferencePage(page)).toThrow(TypeError);
  });
});

describe('parseSourceEvent()', () => {
  it.each([
    { type: 'add', references: [{ id: 'a', isRead: false }] },
    { type: 'remove', ids: ['a'] },
    { type: 'read', ids: ['a', 'b'], isRead: false },
  ])('parses $type', (event) => {
    expect(parseSourceEvent(event)).toEqual(event);
  });

  it('leaves out invalid entries', () => {
    expect(parseSourceEvent({ type: 'remove', ids: ['a', 5, null, ''] })).toEqual({
      type: 'remove',
      ids: ['a'],
    });
    expect(parseSourceEvent({ type: 'add', references: 'a' })).toEqual({ type: 'add', references: [] });
  });

  it.each([
    [null],
    [undefined],
    ['add'],
    [5],
    [{}],
    [{ type: 'ping' }],
    [{ type: 'read', ids: ['a'] }],
    [{ type: 'read', ids: ['a'], isRead: 'yes' }],
  ])('returns null for %j', (event) => {
    expect(parseSourceEvent(event)).toBeNull();
  });
});
