import { day, hour, minute, second } from '../durations.js';
import { createSenders, navigate, type NotificationSeed, type SeedLinks, tag } from './notification-seed.js';

/** The default customer's first page, newest first: what the panel shows when it opens. */
export function createRecentNotifications(links: SeedLinks): NotificationSeed[] {
  const { shop, carrier, amelia, ravi, ann, jonas, lotte, mei, omar, priya } = createSenders(links);
  const { picture, file } = links;
  const image = (name: string, fallBackName: string, iconRedirectURL = '') => ({
    iconURL: picture(name),
    fallBackName,
    iconRedirectURL,
  });
  return [
    {
      age: 40 * second,
      isRead: false,
      payload: {
        title: 'Your parcel is out for delivery',
        subTitle: 'Order 1042 · Walking boots',
        body: 'The driver is eleven stops away. Expect a knock between 14:10 and 14:50.',
        avatar: [carrier],
        itemRedirect: '/orders/1042',
        tags: [tag('Delivery', '/orders?status=on-the-way', picture('icon-van'))],
        actionButtons: {
          primary: navigate('Track parcel', '/orders/1042/track'),
          secondary: { name: 'Leave with a neighbour', url: '', onclickAction: 'leave-with-neighbour' },
        },
      },
    },
    {
      age: 6 * minute,
      isRead: false,
      payload: {
        title: '👩‍🚀 Ann and two others answered your question',
        subTitle: 'Do the boots run small?',
        body: 'Ann: “I took half a size up and can wear thick socks with them. After a week they felt like slippers.”',
        avatar: [ann, ravi, jonas],
        itemRedirect: '/products/walking-boots#questions',
        tags: [tag('Walking boots', '/products/walking-boots'), tag('3 answers')],
      },
    },
    {
      age: 25 * minute,
      isRead: false,
      payload: {
        title: 'Amelia sent two photos of your lamp',
        subTitle: 'Custom order 77 · Workshop',
        body: 'The oiled oak came out a touch darker than the sample. Shall we go ahead with it?',
        avatar: [amelia],
        attachmentsImage: [
          image('photo-lamp', 'The lamp, lit'),
          image('photo-workshop', 'The shade on the bench'),
        ],
        actionButtons: {
          primary: { name: 'Go ahead', url: '/custom-orders/77', onclickAction: 'approve' },
          secondary: navigate('Ask for changes', '/custom-orders/77/changes'),
          tertiary: navigate('Call Amelia', 'tel:+44-20-7946-0077'),
        },
      },
    },
    {
      age: 70 * minute,
      isRead: false,
      payload: {
        title: 'Your invoice for October',
        subTitle: 'Billing · £184.50',
        body: 'Paid with the card ending in 4417. The list of items is attached as well.',
        avatar: [shop],
        attachments: [
          { type: 'pdf', fileName: 'invoice-2025-10.pdf', url: file('invoice-2025-10.pdf') },
          { type: 'csv', fileName: 'items-2025-10.csv', url: file('items-2025-10.csv') },
        ],
        tags: [tag('Paid', '', picture('icon-receipt'))],
        actionButtons: { secondary: navigate('See all invoices', '/account/invoices') },
      },
    },
    {
      age: 3 * hour,
      isRead: false,
      payload: {
        title: 'The lake house collection is here',
        subTitle: 'New in',
        body: 'Blankets, mugs and lanterns for evenings that get dark early. Members see it a day before everyone else.',
        avatar: [lotte, mei],
        attachmentsImage: [
          image('photo-lake', 'A lake between hills in the morning', '/collections/lake-house'),
          image('photo-tent', 'A lit tent at night', '/products/tent'),
          image('photo-mug', 'An enamel mug', '/products/enamel-mug'),
          image('photo-blanket', 'Folded wool blankets', '/products/wool-blanket'),
          image('photo-chair', 'A reading chair', '/products/reading-chair'),
        ],
        itemRedirect: '/collections/lake-house',
        tags: [
          tag('New in', '/new', picture('icon-star')),
          tag('Members first', '/membership'),
          tag('Autumn'),
        ],
      },
    },
    {
      age: 5 * hour,
      isRead: true,
      payload: {
        title: 'طلبك رقم ١٠٣٨ وصل إلى نقطة الاستلام',
        subTitle: 'متجر الميناء · حلب',
        body: 'يمكنك استلام الطرد خلال سبعة أيام. أحضر معك رمز الاستلام 4821 وبطاقة تعريف.',
        avatar: [omar],
        itemRedirect: '/orders/1038',
        tags: [tag('نقطة استلام', '/pickup-points', picture('icon-van'))],
        actionButtons: { primary: navigate('عرض الرمز', '/orders/1038/code') },
      },
    },
    {
      age: 26 * hour,
      isRead: true,
      payload: {
        title: 'We close at four on Friday',
        body: 'Parcels ordered after noon leave on Monday.',
      },
    },
    {
      age: 30 * hour,
      isRead: false,
      payload: {
        title: 'Your gift card text is saved',
        subTitle: 'Order 1044',
        body: '<b>Happy birthday, Jo!</b> <img src="x" onerror="alert(1)"> We print it letter for letter: 5 < 7 & "quotes" too.',
        avatar: [shop],
        itemRedirect: '/orders/1044/gift-card',
      },
    },
    {
      age: 2 * day,
      isRead: true,
      payload: {
        title:
          'A longer note on what changes in how we send, pack, repair and take back what you buy from us, and why we think that you will like most of it',
        subTitle: 'From Amelia and the whole of the workshop',
        body: longText,
        avatar: [amelia],
        itemRedirect: '/journal/how-we-send',
      },
    },
    {
      age: 3 * day,
      isRead: true,
      payload: {
        title: 'Your data is ready to download',
        body: 'Everything that we know about you and your orders. The files are kept for thirty days.',
        attachments: [
          { type: 'zip', fileName: 'my-data.zip', url: file('my-data.zip') },
          { type: 'docx', fileName: 'what-is-in-it.docx', url: file('what-is-in-it.docx') },
        ],
      },
    },
    {
      // As incomplete as some senders' records are: one valid field, the others null or missing.
      age: 4 * day,
      isRead: true,
      payload: {
        title: 'Your address was changed',
        subTitle: null,
        body: null,
        avatar: null,
        attachmentsImage: undefined,
        attachments: undefined,
        itemRedirect: null,
        tags: undefined,
        actionButtons: null,
      },
    },
    {
      age: 5 * day,
      isRead: false,
      payload: {
        title: 'The reading lamp is back',
        subTitle: 'On your wish list since June',
        body: 'Eight are left. The next batch comes in spring.',
        avatar: [shop],
        attachmentsImage: [image('photo-lamp', 'The reading lamp', '/products/reading-lamp')],
        tags: [tag('Wish list', '/wish-list', picture('icon-star'))],
        actionButtons: {
          primary: navigate('Buy now', '/products/reading-lamp'),
          tertiary: { name: 'Remind me later', url: '', onclickAction: 'snooze' },
        },
      },
    },
    {
      age: 6 * day,
      isRead: true,
      payload: {
        title: 'Someone found your review helpful',
        body: '“Bought them for one hike, wear them every day.”',
        avatar: [priya],
        itemRedirect: '/products/walking-boots#review-318',
      },
    },
    {
      age: 9 * day,
      isRead: true,
      payload: {
        title: 'How to care for oiled oak',
        subTitle: 'From the maker',
        body: 'Two minutes of reading that save the table.',
        avatar: [ravi],
        itemRedirect: 'https://example.com/guides/oiled-oak?from=inbox',
        tags: [tag('Guide', 'https://example.com/guides')],
      },
    },
    {
      age: 12 * day,
      isRead: true,
      payload: {
        title: 'Reference HP-2025-000000000000000000000000000000000000000000001038-RETURN',
        subTitle: 'Refund of £39.00',
        body: 'It reaches your account within five days.',
        avatar: [shop],
        attachments: [
          {
            type: 'pdf',
            fileName: 'refund-confirmation-for-order-1038-with-the-signature-of-both-sides.pdf',
            url: file('refund-1038.pdf'),
          },
        ],
        tags: [tag('Refund', '/orders/1038', picture('icon-receipt'))],
      },
    },
  ];
}

const longText = `For years we sent every order the day it came in, each in a box of its own. From next month we wait one day and send together what belongs together. That saves one box in three, and a good part of the driving.

You can still have things at once: choose “send today” at the checkout, it costs nothing. What changes is only the default.

Boxes come back to us, too. Fold them flat, hand them to the driver, and we use each up to eleven times. There is no deposit, nothing to print and nothing to sign. A box that has been on the road eleven times becomes bedding for the goats next door, who have not complained so far. If the driver does not come back your way, any pick-up point takes them.

Repairs move into the same building, so that a chair with a loose leg no longer travels twice across the country. Most repairs now take four days instead of twelve, and you can watch yours from the order page.

Nothing else changes: the shop by the harbour stays open, and so does the kettle in it. Write to us if you think that we have got something wrong.`;
