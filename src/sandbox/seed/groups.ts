import type { SandboxGroup } from '../types.js';

export const groupSeeds: readonly SandboxGroup[] = [
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
