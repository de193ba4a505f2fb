import { describe, expect, it } from 'vitest';
import { createInboxBackend, type InboxBackend } from '../../src/backend/inbox-backend.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { createRequest, listOf } from './requests.js';

const createBackend = (): InboxBackend =>
  createInboxBackend({
    store: memoryStore(),
    authenticate: ({ headers }) => headers.get('X-Customer'),
    countsByTag: true,
  });

const whole = {
  id: 'n1',
  createdDate: '2026-11-20T10:00:00.000Z',
  title: 'Your parcel is on its way',
  subTitle: 'Order 1042',
  body: 'It arrives tomorrow.',
  url: '/orders/1042',
  avatar: [{ iconURL: '/carrier.svg', fallBackName: 'Swift Parcel', iconRedirectURL: '/carrier' }],
  attachmentsImage: [{ iconURL: '/parcel.svg' }],
  attachments: [{ type: 'pdf', fileName: 'Invoice.pdf', url: '/invoice.pdf' }],
  actionButtons: { primary: { name: 'Track it', url: '/track', onclickAction: 'navigate' } },
};

describe('The short form of a notification', () => {
  it('is delivered as a record of the customer, with every field', async () => {
    const backend = createBackend();
    const tags = ['Delivery', { tagName: 'New', url: '/new', icon: '/new.svg' }];
    expect(await backend.deliver('anna', { ...whole, tags })).toEqual(['n1']);
    const { url, id, createdDate, ...content } = whole;
    const { references } = await listOf(backend);
    expect(references).toMatchObject([{ id, createdDate, isRead: false }]);
    expect(references[0]!.record).toEqual({
      id,
      createdDate,
      uniqueCustomerId: 'anna',
      payload: { ...content, itemRedirect: url, tags: [{ tagName: 'Delivery' }, tags[1]] },
    });
    const response = await backend.fetch(createRequest('/notifications/n1'));
    expect(await response.json()).toMatchObject({
      record: { isRead: false, payload: { title: whole.title } },
    });
  });

  it('has an id that is made, another one each time, and is returned in order with those that were given', async () => {
    const backend = createBackend();
    const given = [{ title: 'First' }, { id: 'b' }, { title: 'Third' }];
    const [first, second, third] = await backend.deliver('anna', given);
    expect(second).toBe('b');
    const { references } = await listOf(backend);
    const titles = new Map(
      references.map(({ id, record }) => [
        id,
        (record as { payload: typeof whole } | undefined)?.payload.title,
      ]),
    );
    expect([titles.get(first!), titles.get(third!)]).toEqual(['First', 'Third']);
    await backend.deliver('anna', given);
    expect((await listOf(backend)).references).toHaveLength(5);
  });

  it('is delivered once with the same id', async () => {
    const backend = createBackend();
    for (const title of ['First', 'Second'])
      expect(await backend.deliver('anna', { id: 'a', title })).toEqual(['a']);
    expect((await listOf(backend)).references).toMatchObject([{ record: { payload: { title: 'First' } } }]);
  });

  it('is delivered in a campaign, to each customer as their own, and all ids are returned in order', async () => {
    const backend = createBackend();
    async function* campaign() {
      for (const customerId of ['anna', 'omar', 'anna'])
        yield await Promise.resolve({ customerId, references: [{ title: `For ${customerId}` }] });
    }
    const ids = await backend.deliver(campaign());
    expect(new Set(ids).size).toBe(3);
    const lists = await Promise.all(['anna', 'omar'].map((customer) => listOf(backend, {}, customer)));
    expect(lists.map(({ references }) => references.map(({ id }) => id).sort())).toEqual([
      [ids[0], ids[2]].sort(),
      [ids[1]],
    ]);
    expect(lists[1]!.references).toMatchObject([
      { record: { uniqueCustomerId: 'omar', payload: { title: 'For omar' } } },
    ]);
  });

  it('counts by its tags, named or whole', async () => {
    const backend = createBackend();
    await backend.deliver('anna', [
      { title: 'One', tags: ['Invoice', { tagName: 'New' }] },
      { title: 'Two', tags: [{ tagName: 'Invoice', icon: '/invoice.svg' }] },
      { title: 'Three' },
    ]);
    expect((await listOf(backend)).unreadCountByTag).toEqual({ Invoice: 2, New: 1 });
  });

  it('leaves alone what is delivered by the id of a service, or with its record', async () => {
    const backend = createBackend();
    const record = { id: 'b', payload: { title: 'Hello' } };
    await backend.deliver('anna', [
      { id: 'a', tags: ['Invoice'], title: null },
      { id: 'b', tags: ['Invoice'], record, avatar: null },
    ]);
    const { references, unreadCountByTag } = await listOf(backend);
    expect(new Map(references.map(({ id, record: stored }) => [id, stored]))).toEqual(
      new Map<string, unknown>([
        ['a', undefined],
        ['b', record],
      ]),
    );
    expect(unreadCountByTag).toEqual({ Invoice: 2 });
  });

  it.each<[object, string]>([
    [{ title: 'Hello', record: {} }, 'title must be in the record: the short form makes one of its own.'],
    [{ id: 'a', tags: [{ tagName: 'x' }], record: {} }, 'tags must be in the record'],
    [{ url: '/orders' }, 'A notification in the short form must have a title or a body.'],
    [{ id: 'a', title: '', tags: ['x'] }, 'A notification in the short form must have a title or a body.'],
    [{ id: 'a', tags: [{ tagName: 'x' }] }, 'A notification in the short form must have a title or a body.'],
    [{ title: 5 }, 'title must be a string.'],
    [{ title: 'Hello', url: new URL('https://shop.example') }, 'url must be a string.'],
    [{ title: 'Hello', avatar: '/me.svg' }, 'avatar must be a list.'],
    [{ title: 'Hello', avatar: ['/me.svg'] }, 'avatar[0] must be an object.'],
    [
      { title: 'Hello', avatar: [{ src: '/me.svg' }] },
      'avatar[0] may only have iconURL, fallBackName, iconRedirectURL.',
    ],
    [
      { title: 'Hello', avatar: [{ constructor: '/me.svg' }] },
      'avatar[0] may only have iconURL, fallBackName, iconRedirectURL.',
    ],
    [
      { title: 'Hello', attachmentsImage: [{}, { iconURL: 5 }] },
      'attachmentsImage[1].iconURL must be a string.',
    ],
    [{ title: 'Hello', actionButtons: [] }, 'actionButtons must be an object.'],
    [
      { title: 'Hello', actionButtons: { first: {} } },
      'actionButtons may only have primary, secondary, tertiary.',
    ],
    [
      { title: 'Hello', actionButtons: { primary: { url: '/x' } } },
      'actionButtons.primary must have a name.',
    ],
    [{ title: 'Hello', tags: 'Invoice' }, 'tags must be a list of names or tags.'],
    [{ title: 'Hello', tags: ['Invoice', 5] }, 'tags[1] must be an object.'],
    [{ title: 'Hello', tags: [{ name: 'Invoice' }] }, 'tags[0] may only have tagName, url, icon.'],
    [{ title: 'Hello', tags: [{ url: '/x' }] }, 'tags[0] must have a tagName.'],
    [{ title: 'Hello', id: '' }, 'The id of a notification must be a string of 1 to 256 characters.'],
  ])(
    'is refused as %j, by a TypeError that says why, and nothing is delivered',
    async (notification, message) => {
      const backend = createBackend();
      const references = [{ title: 'Fine' }, notification];
      for (const deliver of [
        () => backend.deliver('anna', references),
        () => backend.deliver([{ customerId: 'anna', references }]),
      ]) {
        await expect(deliver()).rejects.toThrow(message);
        await expect(deliver()).rejects.toBeInstanceOf(TypeError);
      }
      expect(await backend.stats()).toMatchObject({ notifications: 0 });
    },
  );
});
