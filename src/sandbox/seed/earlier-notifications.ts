import { day, hour } from '../durations.js';
import { createRandom, pick } from '../random.js';
import type { NotificationFields } from '../types.js';
import { createSenders, navigate, type NotificationSeed, type SeedLinks, tag } from './notification-seed.js';

interface Product {
  name: string;
  path: string;
  photo: string;
}

const products: readonly Product[] = [
  { name: 'Walking boots', path: '/products/walking-boots', photo: 'photo-boots' },
  { name: 'Wool blanket', path: '/products/wool-blanket', photo: 'photo-blanket' },
  { name: 'Enamel mug', path: '/products/enamel-mug', photo: 'photo-mug' },
  { name: 'Reading lamp', path: '/products/reading-lamp', photo: 'photo-lamp' },
  { name: 'Reading chair', path: '/products/reading-chair', photo: 'photo-chair' },
  { name: 'Two-person tent', path: '/products/tent', photo: 'photo-tent' },
];

/** The values that a template fills in. */
interface TemplateValues {
  order: number;
  product: Product;
  pounds: number;
}

/** The default customer's older notifications, newest first: the same templates in turn, over three years. */
export function createEarlierNotifications(links: SeedLinks, count: number): NotificationSeed[] {
  const random = createRandom(1042);
  const templates = createTemplates(links);
  return Array.from({ length: count }, (_, index) => {
    const template = pick(templates, index);
    const product = pick(products, Math.floor(random() * products.length));
    const values = { order: 1037 - index * 3, product, pounds: 12 + Math.floor(random() * 140) };
    return {
      // The gaps grow from days to months; the last notification is three years old.
      age: 13 * day + (index / count) ** 2 * 1080 * day + Math.floor(random() * 10) * hour,
      isRead: index % 9 !== 4,
      payload: template(values),
    };
  });
}

type Template = (values: TemplateValues) => NotificationFields;

function createTemplates(links: SeedLinks): readonly Template[] {
  const { shop, carrier, ravi, lotte, mei, priya, ann, jonas, amelia } = createSenders(links);
  const { picture, file } = links;
  const photo = (product: Product) => ({
    iconURL: picture(product.photo),
    fallBackName: product.name,
    iconRedirectURL: product.path,
  });
  return [
    ({ order, product }) => ({
      title: 'Your order has shipped',
      subTitle: `Order ${order} · ${product.name}`,
      body: 'It should arrive within two days.',
      avatar: [carrier],
      itemRedirect: `/orders/${order}`,
      tags: [tag('Delivery', `/orders/${order}`, picture('icon-van'))],
      actionButtons: { secondary: navigate('Track parcel', `/orders/${order}/track`) },
    }),
    ({ product }) => ({
      title: `${product.name}: back in stock`,
      body: 'You asked us to tell you.',
      avatar: [shop],
      attachmentsImage: [photo(product)],
      itemRedirect: product.path,
      actionButtons: { primary: navigate('Buy now', product.path) },
    }),
    ({ product }) => ({
      title: 'Ravi answered your question',
      subTitle: product.name,
      body: 'Ravi: “Yes, spare parts are kept for ten years. Write to us and we post them.”',
      avatar: [ravi],
      itemRedirect: `${product.path}#questions`,
    }),
    ({ order, pounds }) => ({
      title: `We received £${pounds}.00`,
      subTitle: `Order ${order}`,
      body: 'Thank you. Your receipt is attached.',
      attachments: [{ type: 'pdf', fileName: `receipt-${order}.pdf`, url: file('invoice-2025-10.pdf') }],
      tags: [tag('Paid', '', picture('icon-receipt'))],
    }),
    ({ product }) => ({
      title: 'Three people liked your review',
      subTitle: product.name,
      avatar: [mei, jonas, priya],
      itemRedirect: `${product.path}#reviews`,
    }),
    ({ order, product }) => ({
      title: `How do you like your ${product.name.toLowerCase()}?`,
      subTitle: `Order ${order}`,
      body: 'Two sentences help the next person a lot.',
      avatar: [shop],
      actionButtons: {
        primary: navigate('Write a review', `${product.path}/review`),
        tertiary: { name: 'No, thanks', url: '', onclickAction: 'decline' },
      },
    }),
    () => ({
      title: 'Lotte shared photos of the autumn walk',
      body: 'Twenty of us, one lake, no rain.',
      avatar: [lotte, ann],
      attachmentsImage: [
        { iconURL: picture('photo-lake'), fallBackName: 'The lake', iconRedirectURL: '' },
        { iconURL: picture('photo-tent'), fallBackName: 'The tent', iconRedirectURL: '' },
      ],
      tags: [tag('Walks', '/walks'), tag('Photos')],
    }),
    ({ pounds }) => ({
      title: 'Your points turned into a voucher',
      subTitle: `£${Math.ceil(pounds / 10)} off your next order`,
      body: 'It is applied automatically at checkout.',
    }),
    ({ order }) => ({
      title: 'Your return has arrived',
      subTitle: `Order ${order}`,
      body: 'Amelia is looking it over. The refund follows within five days.',
      avatar: [amelia],
      itemRedirect: `/orders/${order}/return`,
      tags: [tag('Return', `/orders/${order}/return`, picture('icon-receipt'))],
    }),
    ({ product, pounds }) => ({
      title: `${product.name}, £${pounds} for members`,
      subTitle: 'This week’s offer',
      avatar: [shop],
      attachmentsImage: [photo(product)],
      itemRedirect: product.path,
      tags: [tag('Offer', '/offers', picture('icon-star'))],
    }),
    () => ({
      title: 'تمّت إضافة عنوان جديد',
      body: 'يمكنك الآن اختيار هذا العنوان عند الدفع.',
      itemRedirect: '/account/addresses',
    }),
  ];
}
