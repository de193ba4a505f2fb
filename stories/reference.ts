import { off, on } from './group-values.js';

const minute = 60 * 1000;
const hour = 60 * minute;
const photo = (name: string, fallBackName: string) => ({
  iconURL: `/pictures/photo-${name}.svg`,
  fallBackName,
  iconRedirectURL: '',
});
const person = (fallBackName: string) => ({ iconURL: '', fallBackName, iconRedirectURL: '' });

/** The notifications of the visual reference, each with its age in milliseconds. */
export const referenceNotifications = [
  {
    age: 2 * minute,
    isRead: false,
    payload: {
      title: 'Quarterly report is ready for review',
      subTitle: 'Finance · Q3 close',
      body: 'Amelia shared the final draft. Two figures on page 4 changed since Tuesday; please confirm them before noon.',
      avatar: [person('Amelia Moss')],
      attachments: [
        { type: 'pdf', fileName: 'q3-report-final.pdf', url: '/files/invoice-2025-10.pdf' },
        { type: 'csv', fileName: 'figures.csv', url: '/files/items-2025-10.csv' },
      ],
      actionButtons: {
        primary: { name: 'Review', url: '/reports/q3', onclickAction: 'navigate' },
        secondary: { name: 'Later', url: '', onclickAction: 'remind' },
        tertiary: { name: 'Dismiss', url: '', onclickAction: 'dismiss' },
      },
    },
  },
  {
    age: hour,
    isRead: false,
    payload: {
      title: 'Ravi and 3 others added photos',
      avatar: [person('Ravi Kumar'), person('Lotte Olsen')],
      attachmentsImage: [
        photo('lake', 'A lake'),
        photo('tent', 'A tent'),
        photo('lamp', 'A lamp'),
        photo('mug', 'A mug'),
        photo('boots', 'Boots'),
      ],
      tags: [
        { tagName: 'Team offsite', url: '', icon: '' },
        { tagName: 'Lisbon', url: '', icon: '' },
      ],
    },
  },
  {
    age: 24 * hour,
    isRead: true,
    payload: {
      title: 'Your order has shipped',
      body: 'It should arrive on Friday between 9:00 and 12:00.',
      avatar: [person('Swift')],
      actionButtons: { secondary: { name: 'Track parcel', url: '/track', onclickAction: 'navigate' } },
    },
  },
];

export const referenceGroups = [
  { ...on, name: 'Product updates', description: 'New features and changes to those you use.' },
  { ...on, name: 'Comments and mentions', description: 'When someone replies to you or names you.' },
  { ...off, name: 'Marketing', description: 'Offers and events, at most one a week.' },
  { ...on, name: 'Billing', description: 'Invoices, receipts and failed payments.' },
];
