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

/** All fields of section 2.6 of the contract. */
const complete = {
  id: 'n-1',
  payload: {
    title: 'Your order is on its way',
    subTitle: 'Order 1042',
    body: 'It will be with you tomorrow.',
    avatar: [
      { iconURL: 'https://cdn.test/a.png', fallBackName: 'Shop', iconRedirectURL: 'https://shop.test' },
    ],
    attachmentsImage: [{ iconURL: 'https://cdn.test/b.png', fallBackName: 'Shoes', iconRedirectURL: '' }],
    attachments: [{ type: 'pdf', fileName: 'invoice.pdf', url: 'https://cdn.test/invoice.pdf' }],
    itemRedirect: 'https://shop.test/orders/1042',
    tags: [{ tagName: 'Orders', url: 'https://shop.test/orders', icon: 'https://cdn.test/c.png' }],
    actionButtons: {
      primary: { name: 'Track', url: 'https://shop.test/track', onclickAction: 'navigate' },
      secondary: { name: 'Call', url: 'tel:112', onclickAction: 'navigate' },
      tertiary: { name: 'Later', url: '', onclickAction: 'snooze' },
    },
  },
  createdDate: '2025-01-31T08:15:00.000Z',
  isRead: false,
  productSpaceId: 's-1',
  uniqueCustomerId: 'c-1',
};

const parse = (value: unknown) => notificationSchema.safeParse(value).data;

describe('notificationSchema', () => {
  it('returns a complete notification unchanged', () => {
    expect(parse(complete)).toEqual(complete);
  });

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

  it.each([
    [null],
    ['n-1'],
    [[]],
    [{ payload: {} }],
    [{ id: '', payload: {} }],
    [{ id: 7, payload: {} }],
    [{ id: 'n-1' }],
    [{ id: 'n-1', payload: null }],
    [{ id: 'n-1', payload: [] }],
    [{ id: 'n-1', payload: 'text' }],
  ])('rejects %j', (value) => {
    expect(parse(value)).toBeUndefined();
  });

  it.each([[null], [7], [true], ['text'], [['text']], [{ a: 1 }]])(
    'replaces %j with null or an empty list where the type is wrong',
    (wrongValue) => {
      for (const field of ['createdDate', 'isRead', 'productSpaceId', 'uniqueCustomerId'] as const) {
        const expected = typeof wrongValue === typeof complete[field] ? wrongValue : null;
        expect(parse({ ...complete, [field]: wrongValue })).toEqual({ ...complete, [field]: expected });
      }
      for (const [field, defaultValue] of Object.entries(emptyPayload)) {
        const payload = { ...complete.payload, [field]: wrongValue };
        let expected: unknown =
          defaultValue === null && typeof wrongValue === 'string' ? wrongValue : defaultValue;
        // Unknown fields of a record are kept.
        if (
          field === 'actionButtons' &&
          !Array.isArray(wrongValue) &&
          typeof wrongValue === 'object' &&
          wrongValue
        ) {
          expected = { ...noButtons, ...wrongValue };
        }
        expect(parse({ ...complete, payload })).toEqual({
          ...complete,
          payload: { ...payload, [field]: expected },
        });
      }
    },
  );

  it('drops the invalid items of a list and keeps the rest', () => {
    const payload = {
      avatar: ['https://cdn.test/a.png', null, { fallBackName: 'Ann' }, 7, [], { iconURL: 5 }],
      attachments: ['invoice.pdf', {}, { type: 'pdf', fileName: null, url: 'https://cdn.test/x' }],
      tags: [[{ tagName: 'x' }], { tagName: 'Orders' }],
      actionButtons: { primary: 'Go', secondary: { name: 'Open' } },
    };
    expect(parse({ id: 'n-1', payload })?.payload).toEqual({
      ...emptyPayload,
      avatar: [
        { iconURL: null, fallBackName: 'Ann', iconRedirectURL: null },
        { iconURL: null, fallBackName: null, iconRedirectURL: null },
      ],
      attachments: [
        { type: null, fileName: null, url: null },
        { type: 'pdf', fileName: null, url: 'https://cdn.test/x' },
      ],
      tags: [{ tagName: 'Orders', url: null, icon: null }],
      actionButtons: { ...noButtons, secondary: { name: 'Open', url: null, onclickAction: null } },
    });
  });

  it('keeps unknown fields at every level', () => {
    const value = {
      ...complete,
      priority: 'high',
      payload: { ...complete.payload, colour: 'red', tags: [{ ...complete.payload.tags[0], count: 3 }] },
    };
    expect(parse(value)).toEqual(value);
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
    expect(fresh.notificationSchema.safeParse(complete).success).toBe(true);
    expect(compiled).not.toHaveBeenCalled();
    expect(z.config().jitless).toBeUndefined();
  });
});
