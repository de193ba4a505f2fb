import type { Channel, NotificationTypeRow, SubtypeRow } from '../../tables/rows.js';

export const notificationTypes: readonly NotificationTypeRow[] = [
  { id: 'nty_orders', name: 'Orders', notificationKind: 'TRANSACTIONAL' },
  { id: 'nty_offers', name: 'Offers', notificationKind: 'PROMOTIONAL' },
  { id: 'nty_security', name: 'Account and security', notificationKind: 'TRANSACTIONAL' },
];

/** Each with its name, description, and the channels on which it bypasses do-not-disturb. */
const orderSubtypes: readonly (readonly [string, string, ...Channel[]])[] = [
  ['Order placed', 'We have it.'],
  ['Order confirmed', 'The workshop has it.'],
  ['Order changed', 'By you or by us.'],
  ['Order cancelled', 'By you or by us.', 'in_app'],
  ['Payment received', 'With the receipt.'],
  ['Payment failed', 'Needs another card.', 'in_app', 'email'],
  ['Invoice ready', 'With the file.'],
  ['Item delayed', 'By more than a day.'],
  ['Item out of stock', 'After it was ordered.'],
  ['Item replaced', 'With what, and why.'],
  ['Packed', 'Ready for the driver.'],
  ['Shipped', 'With the number to track.'],
  ['Out for delivery', 'With the hour.', 'in_app', 'push'],
  ['Delivery attempted', 'Nobody was there.', 'in_app', 'push', 'sms'],
  ['Delivered', 'At the door.'],
  ['Left with a neighbour', 'With whom.', 'in_app'],
  ['At the pick-up point', 'With the code.', 'in_app'],
  ['Pick-up reminder', 'Two days before it goes back.'],
  ['Sent back to us', 'Nobody came for it.'],
  ['Return requested', 'With the label.'],
  ['Return received', 'We look it over.'],
  ['Refund sent', 'Takes five days.'],
  ['Refund failed', 'Needs an account.', 'in_app'],
  ['Address needed', 'Something is missing.', 'in_app'],
  ['Customs form needed', 'For parcels abroad.'],
  ['Customs fee due', 'For parcels abroad.'],
  ['Gift card saved', 'As it will be printed.'],
  ['Repair received', 'On the bench.'],
  ['Repair finished', 'On its way back.'],
  ['How was it?', 'Two weeks later.'],
];

const otherSubtypes: readonly (readonly [string, string, string, ...Channel[]])[] = [
  ['nty_offers', 'New collection', 'At most one a week.'],
  ['nty_offers', 'Price went down', 'Of something on the wish list.'],
  ['nty_offers', 'Back in stock', 'Of something on the wish list.'],
  ['nty_security', 'New device', 'Someone signed in.', 'in_app', 'email', 'push'],
  ['nty_security', 'Password changed', '', 'in_app', 'email'],
];

/** The orders type has thirty, which is more than one page. */
export const subtypes: readonly SubtypeRow[] = [
  ...orderSubtypes.map((subtype) => ['nty_orders', ...subtype] as const),
  ...otherSubtypes,
].map(([parentNotificationTypeId, name, description, ...channelsToBypassDND], index) => ({
  id: `sub_${String(index + 1).padStart(2, '0')}`,
  name,
  description,
  parentNotificationTypeId,
  channelsToBypassDND,
}));
