import type { NotificationFields } from '../types.js';
import { createSenders, navigate, type SeedLinks, tag } from './notification-seed.js';

/** The payloads that `addNotification()` uses in turn. */
export function createArrivals(links: SeedLinks): NotificationFields[] {
  const { shop, carrier, mei, lotte, ann } = createSenders(links);
  const { picture } = links;
  return [
    {
      title: 'Your parcel was delivered',
      subTitle: 'Order 1042 · Walking boots',
      body: 'The driver handed it to you at the door.',
      avatar: [carrier],
      itemRedirect: '/orders/1042',
      tags: [tag('Delivered', '/orders/1042', picture('icon-van'))],
      actionButtons: { secondary: navigate('Something is wrong', '/orders/1042/help') },
    },
    {
      title: 'Mei liked your photo',
      subTitle: 'Wool blanket, pine green',
      avatar: [mei],
      attachmentsImage: [
        {
          iconURL: picture('photo-blanket'),
          fallBackName: 'Folded wool blankets',
          iconRedirectURL: '/products/wool-blanket',
        },
      ],
      itemRedirect: '/products/wool-blanket#photos',
    },
    {
      title: 'A price on your wish list went down',
      subTitle: 'Enamel mug · £9.00 instead of £12.00',
      body: 'Until Sunday, or until they are gone.',
      avatar: [shop],
      itemRedirect: '/products/enamel-mug',
      tags: [tag('Wish list', '/wish-list', picture('icon-star'))],
      actionButtons: { primary: navigate('Buy now', '/products/enamel-mug') },
    },
    {
      title: 'Lotte and 👩‍🚀 Ann wrote to you',
      subTitle: 'Saturday’s walk',
      body: 'Lotte: “The ferry leaves at nine, shall we meet at the pier?”',
      avatar: [lotte, ann],
      itemRedirect: '/messages/saturdays-walk',
      actionButtons: {
        primary: navigate('Answer', '/messages/saturdays-walk'),
        secondary: { name: 'I’ll be there', url: '', onclickAction: 'accept' },
      },
    },
    {
      title: 'You signed in on a new device',
      body: 'Firefox on Linux, in Bergen. If this was not you, change your password.',
      actionButtons: { primary: navigate('It was not me', '/account/security') },
    },
  ];
}
