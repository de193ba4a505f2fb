import type { NotificationReference } from '../../src/inbox/sources/source.js';

const minute = 60_000;
const start = Date.now();
const names = ['Amelia Moss', 'Ravi Rao', 'Lotte Berg', 'Jonas Weiss', 'Mei Lin', 'Omar Said', 'Ann Ng'];
const long =
  'The oiled oak came out a touch darker than the sample, so we made a second one with a lighter oil beside it. ' +
  'Both stand on the bench in daylight, and the picture shows how each looks from the door and from the window. ' +
  'Shall we go ahead with the lighter one, or is the darker one closer to what you had in mind?';

function person(index: number, isPictured = false): object {
  const name = names[index % names.length] ?? '';
  return { iconURL: isPictured ? '/picture.svg' : '', fallBackName: name, iconRedirectURL: '' };
}

function button(name: string, url: string): object {
  return { name, url, onclickAction: url ? 'navigate' : 'approve' };
}

/** What one card of each kind holds beside its title and text; a list goes through them in turn. */
function content(index: number): object {
  const url = `/orders/${index}`;
  const picture = (name: string): object => ({
    iconURL: '/picture.svg',
    fallBackName: name,
    iconRedirectURL: url,
  });
  const kinds = [
    {
      avatar: [person(index)],
      tags: [
        { tagName: 'Delivery', url, icon: '' },
        { tagName: 'Today', url: '', icon: '' },
      ],
    },
    {
      avatar: [person(index), person(index + 1), person(index + 2)],
      actionButtons: { primary: button('Track parcel', url), secondary: button('Leave it', '') },
    },
    {
      avatar: [person(index, true)],
      attachments: [
        { type: 'pdf', fileName: `invoice-${index}.pdf`, url: '/files/invoice.pdf' },
        { type: 'csv', fileName: `items-${index}.csv`, url: '/files/items.csv' },
      ],
      tags: [{ tagName: 'Paid', url: '', icon: '/picture.svg' }],
    },
    {
      avatar: [person(index)],
      attachmentsImage: [picture('The lamp, lit'), picture('The shade')],
      actionButtons: {
        primary: button('Go ahead', ''),
        secondary: button('Ask for changes', url),
        tertiary: button('Call', 'tel:+44-20-7946-0077'),
      },
    },
    { avatar: [person(index)], body: long },
  ];
  return kinds[index % kinds.length] ?? {};
}

/** Ids tell their place: the newest is 0, and arrivals count down from there. */
export function makeIds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `n${index}`);
}

export function makeReference(id: string): Required<NotificationReference> {
  const index = Number(id.slice(1));
  return {
    id,
    createdDate: new Date(start - Math.max(0, index + 1) * 37 * minute).toISOString(),
    isRead: index >= 12,
  };
}

/** The service as a function: it answers from memory, in the promise steps that a real answer takes. */
export function fetchFromMemory(input: unknown): Promise<Response> {
  const id = String(input).split('/').pop() ?? '';
  const index = Math.abs(Number(id.slice(1)));
  const data = {
    ...makeReference(id),
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
      ...content(index),
    },
    productSpaceId: 'p1',
    uniqueCustomerId: 'c1',
  };
  const body = JSON.stringify({ status: 'success', message: '', data });
  return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }));
}

export const baseUrl = '/n';
export const recordAddress = (id: string): string => `${baseUrl}/nudge/in-app-notifications/${id}`;
