import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { type Notification, notificationSchema } from '../../src/api/schemas/notification.js';
import type * as schemas from '../../src/api/schemas/notification.js';

const blankButtons = { primary: null, secondary: null, tertiary: null };
const blankPayload = {
  title: null,
  subTitle: null,
  body: null,
  avatar: [],
  attachmentsImage: [],
  attachments: [],
  itemRedirect: null,
  tags: [],
  actionButtons: blankButtons,
};

/** Every field that section 2.6 of the contract shows. */
const whole = {
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

const read = (value: unknown) => notificationSchema.safeParse(value).data;

describe('a notification', () => {
  it('is read as it is when it has everything', () => {
    expect(read(whole)).toEqual(whole);
  });

  it('needs an id and a payload, and nothing else', () => {
    expect(read({ id: 'n-1', payload: {} })).toEqual({
      id: 'n-1',
      payload: blankPayload,
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
  ])('is not one without them: %j', (value) => {
    expect(read(value)).toBeUndefined();
  });

  it.each([[null], [7], [true], ['text'], [['text']], [{ a: 1 }]])(
    'reads %j as null or as an empty list wherever it does not belong',
    (odd) => {
      for (const field of ['createdDate', 'isRead', 'productSpaceId', 'uniqueCustomerId'] as const) {
        const expected = typeof odd === typeof whole[field] ? odd : null;
        expect(read({ ...whole, [field]: odd })).toEqual({ ...whole, [field]: expected });
      }
      for (const [field, blank] of Object.entries(blankPayload)) {
        const payload = { ...whole.payload, [field]: odd };
        let expected: unknown = blank === null && typeof odd === 'string' ? odd : blank;
        // An unknown field of a record is kept.
        if (field === 'actionButtons' && !Array.isArray(odd) && typeof odd === 'object' && odd) {
          expected = { ...blankButtons, ...odd };
        }
        expect(read({ ...whole, payload })).toEqual({ ...whole, payload: { ...payload, [field]: expected } });
      }
    },
  );

  it('drops the bad items of a list and keeps the rest', () => {
    const payload = {
      avatar: ['https://cdn.test/a.png', null, { fallBackName: 'Ann' }, 7, [], { iconURL: 5 }],
      attachments: ['invoice.pdf', {}, { type: 'pdf', fileName: null, url: 'https://cdn.test/x' }],
      tags: [[{ tagName: 'x' }], { tagName: 'Orders' }],
      actionButtons: { primary: 'Go', secondary: { name: 'Open' } },
    };
    expect(read({ id: 'n-1', payload })?.payload).toEqual({
      ...blankPayload,
      avatar: [
        { iconURL: null, fallBackName: 'Ann', iconRedirectURL: null },
        { iconURL: null, fallBackName: null, iconRedirectURL: null },
      ],
      attachments: [
        { type: null, fileName: null, url: null },
        { type: 'pdf', fileName: null, url: 'https://cdn.test/x' },
      ],
      tags: [{ tagName: 'Orders', url: null, icon: null }],
      actionButtons: { ...blankButtons, secondary: { name: 'Open', url: null, onclickAction: null } },
    });
  });

  it('keeps unknown fields at every level', () => {
    const value = {
      ...whole,
      priority: 'high',
      payload: { ...whole.payload, colour: 'red', tags: [{ ...whole.payload.tags[0], count: 3 }] },
    };
    expect(read(value)).toEqual(value);
  });

  it('is not misled by a key __proto__', () => {
    const value: unknown = JSON.parse(
      '{"id":"n-1","__proto__":{"isRead":true,"polluted":1},"payload":{"__proto__":{"title":"x"},"constructor":{"prototype":{}}}}',
    );
    const notification = read(value);
    expect(notification?.isRead).toBeNull();
    expect(notification?.payload.title).toBeNull();
    expect(notification && 'polluted' in notification).toBe(false);
    expect(Object.getPrototypeOf(notification)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  it('shares nothing with the next one', () => {
    const first = read({ id: 'n-1', payload: {} })!;
    first.payload.tags.push({ tagName: 'x', url: null, icon: null });
    first.payload.actionButtons.primary = { name: 'x', url: null, onclickAction: null };
    expect(read({ id: 'n-1', payload: {} })?.payload).toEqual(blankPayload);
  });

  it('has the types that it says', () => {
    expectTypeOf<Notification['id']>().toEqualTypeOf<string>();
    expectTypeOf<Notification['isRead']>().toEqualTypeOf<boolean | null>();
    expectTypeOf<Notification['payload']>().toEqualTypeOf<schemas.NotificationPayload>();
    expectTypeOf<schemas.NotificationPayload['avatar']>().toEqualTypeOf<schemas.NotificationPicture[]>();
    expectTypeOf<schemas.NotificationPayload['tags'][number]['tagName']>().toEqualTypeOf<string | null>();
    expectTypeOf<
      schemas.NotificationActionButtons['primary']
    >().toEqualTypeOf<schemas.NotificationActionButton | null>();
    // @ts-expect-error a misspelt field
    expectTypeOf<Notification['isread']>();
  });
});

describe('reading under a strict Content-Security-Policy', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('compiles nothing, and leaves the configuration of zod alone', async () => {
    const compiled = vi.fn();
    vi.resetModules();
    vi.stubGlobal('Function', new Proxy(Function, { construct: compiled, apply: compiled }));
    const fresh = await import('../../src/api/schemas/notification.js');
    const z = await import('zod/mini');
    expect(fresh.notificationSchema.safeParse(whole).success).toBe(true);
    expect(compiled).not.toHaveBeenCalled();
    expect(z.config().jitless).toBeUndefined();
  });
});
