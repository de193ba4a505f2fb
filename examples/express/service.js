import { createSandbox } from 'nudge-inbox/sandbox';

const sandbox = createSandbox({ seed: 'empty' });

/** Sends a notification and returns its id. */
export const send = (customerId, payload) => sandbox.addNotification({ payload }, customerId).id;

/** Returns a token for the customer. */
export const issueToken = (customerId) => sandbox.issueToken(customerId);

/** Sends a request to the service. */
export const serviceFetch = (path, options) => sandbox.fetch(path, options);

const picture = (name, fallBackName) => ({ iconURL: `/pictures/${name}.svg`, fallBackName });
const track = { name: 'Track it', url: '/orders/1042', onclickAction: 'navigate' };

/** What the shop sends. */
export const examples = [
  {
    title: 'Your invoice for October',
    body: 'Paid with the card ending in 4417.',
    avatar: [picture('shop', 'My shop')],
    tags: [{ tagName: 'Paid', icon: '/pictures/icon-receipt.svg' }],
    itemRedirect: '/orders/1038',
  },
  {
    title: 'Amelia sent two photos of your lamp',
    body: 'The oak came out darker than the sample. Shall we go ahead?',
    avatar: [picture('amelia', 'Amelia Marsh')],
    attachmentsImage: [picture('photo-lamp', 'The lamp'), picture('photo-workshop', 'The shade')],
    actionButtons: {
      primary: { name: 'Go ahead', onclickAction: 'approve' },
      secondary: { name: 'Not yet', onclickAction: 'decline' },
    },
  },
  {
    title: 'Your parcel is on its way',
    body: 'It arrives tomorrow before noon.',
    avatar: [picture('carrier', 'Swift Parcel')],
    tags: [{ tagName: 'Delivery', icon: '/pictures/icon-van.svg' }],
    itemRedirect: '/orders/1042',
    actionButtons: { primary: track },
  },
];
