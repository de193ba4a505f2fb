import type { OrganizationData } from '../data.js';
import { paginate } from '../paging.js';
import { choose, createSearch } from '../queries.js';
import type { ClientOperation } from '../routing.js';
import { organization } from '../seed/organization/project.js';
import { type Channel, channels, type NotificationTypeRow, type SubtypeRow } from '../tables/rows.js';

const types = '/nudge/send-policy/notification-types/:notificationTypeId';

/** Contract §4.5. */
export function sendPolicyOperations(data: OrganizationData): ClientOperation[] {
  const subtypesOf = (type: NotificationTypeRow) =>
    data.subtypes.list(({ parentNotificationTypeId }) => parentNotificationTypeId === type.id);

  return [
    {
      number: 10,
      method: 'PUT',
      path: '/nudge/send-policy/subtype/:subtypeId',
      credentials: 'client',
      async answer(call) {
        const subtype = data.subtypes.require(call.param('subtypeId'));
        const name = (await call.body()).string('name');
        const { id } = data.subtypes.save({ ...subtype, name });
        return { message: 'Subtype updated.', data: { id } };
      },
    },
    {
      number: 11,
      method: 'GET',
      path: `${types}/subtypes`,
      credentials: 'client',
      answer(call) {
        const type = data.notificationTypes.require(call.param('notificationTypeId'));
        const finds = createSearch(call.query, 'search');
        const found = subtypesOf(type).filter(({ name, description }) => finds(name, description));
        return { message: 'Subtypes fetched.', ...paginate(found, call.query) };
      },
    },
    {
      number: 12,
      method: 'GET',
      path: `${types}/channels/:channel`,
      credentials: 'client',
      answer(call) {
        const channel = choose('channel', call.param('channel'), channels);
        const type = data.notificationTypes.require(call.param('notificationTypeId'));
        return { message: 'Send policy fetched.', data: createPolicy(type, channel, subtypesOf(type)) };
      },
    },
    {
      number: 13,
      method: 'GET',
      path: types,
      credentials: 'client',
      answer(call) {
        const type = data.notificationTypes.require(call.param('notificationTypeId'));
        const policies = channels.map((channel) => createPolicy(type, channel, subtypesOf(type)));
        return { message: 'Send policies fetched.', data: policies };
      },
    },
  ];
}

/** A send policy, §2.7. No operation changes one, so it is made when it is asked for; its subtypes bear the names that they have by then. */
function createPolicy(type: NotificationTypeRow, channel: Channel, subtypes: readonly SubtypeRow[]) {
  const bypassing = subtypes.filter(({ channelsToBypassDND }) => channelsToBypassDND.includes(channel));
  const isUrgent = type.notificationKind === 'TRANSACTIONAL';
  return {
    id: `pol_${type.id.slice('nty_'.length)}_${channel}`,
    organizationId: organization.id,
    notificationTypeId: type.id,
    notificationKind: type.notificationKind,
    channel,
    orgRules: [{ window: 'SECOND', max: 50, action: 'delay' }],
    userRules: [
      { window: 'HOUR', max: isUrgent ? 10 : 1, action: 'delay' },
      { window: 'WEEK', max: isUrgent ? 100 : 3, action: 'delay' },
    ],
    // From ten in the evening to seven in the morning, as minutes of the day.
    dnd: {
      enabled: channel !== 'email',
      startMin: 1320,
      endMin: 420,
      timezone: 'Europe/London',
      action: 'delay',
    },
    allowCriticalDNDBypass: isUrgent,
    dndSubTypesByPass: bypassing.map(({ id, name, parentNotificationTypeId }) => ({
      id,
      name,
      parentNotificationTypeId,
    })),
    entitlement: {
      org: { SECOND: 100, MINUTES: 3000, HOUR: 60000, DAY: 500000, WEEK: 2000000, MONTH: 6000000 },
      user: { SECOND: 1, MINUTES: 5, HOUR: 20, DAY: 60, WEEK: 200, MONTH: 500 },
    },
  };
}
