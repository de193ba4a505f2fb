import type {
  NotificationGroupRow,
  NotificationHandlerRow,
  NotificationTopicRow,
  TargetAudienceListRow,
} from '../../tables/rows.js';
import { groupSeeds } from '../groups.js';
import { project } from './project.js';

export const notificationGroups: readonly NotificationGroupRow[] = groupSeeds.map((group) => ({
  ...group,
  channels: ['in_app', 'email'],
  projectId: project.id,
}));

export const notificationTopics: readonly NotificationTopicRow[] = [
  topic('top_on_the_way', 'grp_orders_4f1a', 'On the way', 'From the packing table to the door.'),
  topic('top_returns', 'grp_orders_4f1a', 'Returns and refunds', 'The other way round.'),
  topic('top_wish_list', 'grp_stock_9c27', 'Wish list', 'What can be bought again.'),
  topic('top_answers', 'grp_replies_61be', 'Answers', 'To your questions.'),
  topic('top_collections', 'grp_offers_d803', 'New collections', 'At most one a week.'),
  topic('top_invoices', 'grp_billing_27e5', 'Invoices', 'With the file.'),
];

function topic(
  id: string,
  notificationGroupId: string,
  name: string,
  description: string,
): NotificationTopicRow {
  return { id, notificationGroupId, name, description, channels: ['in_app', 'email'] };
}

export const notificationHandlers: readonly NotificationHandlerRow[] = [
  { id: 'hdl_order_events', name: 'Order events', projectId: project.id },
  { id: 'hdl_stock_events', name: 'Stock events', projectId: project.id },
];

export const targetAudienceLists: readonly TargetAudienceListRow[] = [
  { id: 'tal_autumn', name: 'Autumn letter', status: 'active', projectId: project.id },
  { id: 'tal_first_order', name: 'After the first order', status: 'active', projectId: project.id },
  { id: 'tal_spring', name: 'Spring letter', status: 'paused', projectId: project.id },
];
