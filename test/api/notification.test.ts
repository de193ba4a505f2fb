import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { type Notification, notificationSchema } from '../../src/api/schemas/notification.js';
import type * as schemas from '../../src/api/schemas/notification.js';

const noButtons = { primary: null, secondary: null, tertiary: null };
const emptyPayload = {
  title: null,
  subTitle: null,
  body: null,
  avatar: [],
  attachmentsImage: [],
  attachments: [],
  itemRedirect: null,
  tags: [],
  actionButtons: noButtons,
};

afterEach(() => void vi.restoreAllMocks());

const parse = (value: unknown) => notificationSchema.safeParse(value).data;

describe('notificationSchema', () => {
  it('requires only an id and a payload', () => {
    expect(parse({ id: 'n-1', payload: {} })).toEqual({
      id: 'n-1',
      payload: emptyPayload,
      createdDate: null,
      isRead: null,
      productSpaceId: null,
      uniqueCustomerId: null,
    });
  });

  it.each([['n-1'], [[]], [{ id: '', payload: {} }], [{ id: 'n-1' }], [{ id: 'n-1', payload: [] }]])(
    'rejects %j',
    (value) => {
      expect(parse(value)).toBeUndefined();
    },
  );

  it('takes no date from what cannot be meant as one, and milliseconds as a date', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const dateOf = (createdDate: unknown) => parse({ id: 'n-1', payload: {}, createdDate })?.createdDate;
    for (const none of ['0001-01-01T00:00:00Z', '', 0, 'yesterday', 1_762_000_000, {}])
      expect(dateOf(none), JSON.stringify(none)).toBeNull();
    expect(dateOf(1_762_000_000_000)).toBe('2025-11-01T12:26:40.000Z');
    expect(warn.mock.calls.flat()).toEqual([
      '[nudge-inbox] createdDate has the zero of a language or database, which stands for no date: send null.',
      '[nudge-inbox] A record has an invalid createdDate, which is left out.',
    ]);
  });

  it('names the fields that were meant by those in another style', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const avatar = [{ iconUrl: '/a.png', fallbackName: 'Ann' }];
    parse({ id: 'n-1', payload: { sub_title: 'x', avatar, subtitles: 'own' }, CreatedDate: '2025-11-01' });
    expect(warn.mock.calls.flat()).toEqual(
      [
        ['CreatedDate', 'createdDate'],
        ['sub_title', 'subTitle'],
        ['iconUrl', 'iconURL'],
        ['fallbackName', 'fallBackName'],
      ].map(([name, meant]) => `[nudge-inbox] ${name} is ignored: the field is named ${meant}.`),
    );
  });

  it('is safe against a key __proto__', () => {
    const value: unknown = JSON.parse(
      '{"id":"n-1","__proto__":{"isRead":true,"polluted":1},"payload":{"__proto__":{"title":"x"},"constructor":{"prototype":{}}}}',
    );
    const notification = parse(value);
    expect(notification?.isRead).toBeNull();
    expect(notification?.payload.title).toBeNull();
    expect(notification && 'polluted' in notification).toBe(false);
    expect(Object.getPrototypeOf(notification)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  it('shares no objects between results', () => {
    const first = parse({ id: 'n-1', payload: {} })!;
    first.payload.tags.push({ tagName: 'x', url: null, icon: null });
    first.payload.actionButtons.primary = { name: 'x', url: null, onclickAction: null };
    expect(parse({ id: 'n-1', payload: {} })?.payload).toEqual(emptyPayload);
  });

  it('has the documented types', () => {
    expectTypeOf<Notification['id']>().toEqualTypeOf<string>();
    expectTypeOf<Notification['isRead']>().toEqualTypeOf<boolean | null>();
    expectTypeOf<Notification['payload']>().toEqualTypeOf<schemas.NotificationPayload>();
    expectTypeOf<schemas.NotificationPayload['avatar']>().toEqualTypeOf<schemas.NotificationPicture[]>();
    expectTypeOf<schemas.NotificationPayload['tags'][number]['tagName']>().toEqualTypeOf<string | null>();
    expectTypeOf<
      schemas.NotificationActionButtons['primary']
    >().toEqualTypeOf<schemas.NotificationActionButton | null>();
    // @ts-expect-error a misspelled field
    expectTypeOf<Notification['isread']>();
  });
});

describe('Parsing under a strict Content-Security-Policy', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('compiles no code and leaves the configuration of zod unchanged', async () => {
    const compiled = vi.fn();
    vi.resetModules();
    vi.stubGlobal('Function', new Proxy(Function, { construct: compiled, apply: compiled }));
    const fresh = await import('../../src/api/schemas/notification.js');
    const z = await import('zod/mini');
    expect(fresh.notificationSchema.safeParse({ id: 'n-1', payload: {} }).success).toBe(true);
    expect(compiled).not.toHaveBeenCalled();
    expect(z.config().jitless).toBeUndefined();
  });
});
