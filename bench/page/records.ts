import type { NotificationReference } from '../../src/index.js';

const minuteMs = 60_000;
const now = Date.now();
const names = ['Amelia Moss', 'Ravi Rao', 'Lotte Berg', 'Jonas Weiss', 'Mei Lin', 'Omar Said', 'Ann Ng'];
const longBody =
  'The oiled oak came out a touch darker than the sample, so we made a second one with a lighter oil beside it. ' +
  'Both stand on the bench in daylight, and the picture shows how each looks from the door and from the window. ' +
  'Shall we go ahead with the lighter one, or is the darker one closer to what you had in mind?';

function createAvatar(index: number, hasPicture = false): object {
  const name = names[index % names.length] ?? '';
  return { iconURL: hasPicture ? '/picture.svg' : '', fallBackName: name, iconRedirectURL: '' };
}

function createButton(name: string, url: string): object {
  return { name, url, onclickAction: url ? 'navigate' : 'approve' };
}

/** The optional parts of a card. The kinds of cards alternate through a list. */
function createDetails(index: number): object {
  const url = `/orders/${index}`;
  const picture = (name: string): object => ({
    iconURL: '/picture.svg',
    fallBackName: name,
    iconRedirectURL: url,
  });
  const kinds = [
    {
      avatar: [createAvatar(index)],
      tags: [
        { tagName: 'Delivery', url, icon: '' },
        { tagName: 'Today', url: '', icon: '' },
      ],
    },
    {
      avatar: [createAvatar(index), createAvatar(index + 1), createAvatar(index + 2)],
      actionButtons: { primary: createButton('Track parcel', url), secondary: createButton('Leave it', '') },
    },
    {
      avatar: [createAvatar(index, true)],
      attachments: [
        { type: 'pdf', fileName: `invoice-${index}.pdf`, url: '/files/invoice.pdf' },
        { type: 'csv', fileName: `items-${index}.csv`, url: '/files/items.csv' },
      ],
      tags: [{ tagName: 'Paid', url: '', icon: '/picture.svg' }],
    },
    {
      avatar: [createAvatar(index)],
      attachmentsImage: [picture('The lamp, lit'), picture('The shade')],
      actionButtons: {
        primary: createButton('Go ahead', ''),
        secondary: createButton('Ask for changes', url),
        tertiary: createButton('Call', 'tel:+44-20-7946-0077'),
      },
    },
    { avatar: [createAvatar(index)], body: longBody },
  ];
  return kinds[index % kinds.length] ?? {};
}

/** The number is the position in the list: the newest is 0, arrivals count down from there. */
export const createId = (position: number): string => `n${position}`;

export function createIds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => createId(index));
}

export function createReference(
  id: string,
): Required<Pick<NotificationReference, 'id' | 'createdDate' | 'isRead'>> {
  const index = Number(id.slice(1));
  // Each arrival is newer than the one before, and none is in the future.
  const age = index < 0 ? index : (index + 1) * 37 * minuteMs;
  return {
    id,
    createdDate: new Date(now - age).toISOString(),
    isRead: index >= 12,
  };
}

export function createRecord(id: string): object {
  const index = Math.abs(Number(id.slice(1)));
  return {
    ...createReference(id),
    payload: {
      title: `Order ${index} is out for delivery`,
      subTitle: 'Walking boots, size 42',
      body: 'The driver is eleven stops away. Expect a knock between 14:10 and 14:50.',
      itemRedirect: `/orders/${index}`,
      avatar: [],
      attachments: [],
      attachmentsImage: [],
      tags: [],
      actionButtons: {},
      ...createDetails(index),
    },
    productSpaceId: 'p1',
    uniqueCustomerId: 'c1',
  };
}

/** What the service responds with. */
export function respondWithRecord(url: string): string {
  const id = url.split('/').pop() ?? '';
  return JSON.stringify({ status: 'success', message: '', data: createRecord(id) });
}

/** The service in memory. A response resolves in as many promise steps as one from the network. */
export function fetchFromMemory(input: unknown): Promise<Response> {
  const body = respondWithRecord(String(input));
  return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }));
}

export const baseUrl = '/n';
export const recordUrl = (id: string): string => `${baseUrl}/nudge/in-app-notifications/${id}`;

/**
 * What a host's backend responds with.
 *
 * - `none`: ids only.
 * - `dates`: ids with dates and read state.
 * - `counts`: ids, and the numbers of unread and unseen notifications.
 * - `records`: ids with their records.
 */
export function respondWithList(hints: string, count: number): string {
  const references = createIds(count).map((id) => ({
    id,
    ...(hints === 'dates' && createReference(id)),
    ...(hints === 'records' && { record: createRecord(id) }),
  }));
  const unreadCount = createIds(count).filter((id) => !createReference(id).isRead).length;
  return JSON.stringify({ references, ...(hints === 'counts' && { unreadCount, unseenCount: 0 }) });
}
