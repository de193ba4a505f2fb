interface GroupSeed {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** What the customer has chosen before: `isGroupNotificationOff` by the id of the group. Of one group nobody knows it. */
export const earlierChoices: ReadonlyMap<string, boolean> = new Map([
  ['grp_orders_4f1a', false],
  ['grp_stock_9c27', false],
  ['grp_offers_d803', true],
  ['grp_billing_27e5', false],
]);

export const groupSeeds: readonly GroupSeed[] = [
  {
    id: 'grp_orders_4f1a',
    name: 'Orders and deliveries',
    description: 'Where your parcels are, and when they arrive.',
  },
  {
    id: 'grp_stock_9c27',
    name: 'Back in stock',
    description: 'Things on your wish list that can be bought again.',
  },
  {
    id: 'grp_replies_61be',
    name: 'Questions and reviews',
    description: 'When someone answers you or likes your review.',
  },
  {
    id: 'grp_offers_d803',
    name: 'Offers',
    description: 'Sales and new collections, at most one a week.',
  },
  {
    id: 'grp_billing_27e5',
    name: 'Billing',
    description: 'Invoices, refunds and failed payments.',
  },
];
