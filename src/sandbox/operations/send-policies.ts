import type { OrganizationData } from '../organization-data.js';
import { paginate } from '../pagination.js';
import { parseEnum, createSearch } from '../query-parameters.js';
import type { ClientOperation } from '../router.js';
import { organization } from '../seed/organization/project.js';
import { type Channel, channels, type NotificationTypeRow, type SubtypeRow } from '../tables/rows.js';

const types = '/nudge/send-policy/notification-types/:notificationTypeId';

/** The operations on send policies and notification subtypes. */
export function sendPolicyOperations(data: OrganizationData): ClientOperation[] {
  const listSubtypes = (type: NotificationTypeRow) =>
    data.subtypes.list(({ parentNotificationTypeId }) => parentNotificationTypeId === type.id);

  return [
    {
      number: 10,
      method: 'PUT',
      path: '/nudge/send-policy/subtype/:subtypeId',
      credentials: 'client',
      async handle(request) {
        const subtype = data.subtypes.require(request.param('subtypeId'));
        const name = (await request.body()).string('name');
        const { id } = data.subtypes.save({ ...subtype, name });
        return { message: 'Subtype updated.', data: { id } };
      },
    },
    {
      number: 11,
      method: 'GET',
      path: `${types}/subtypes`,
      credentials: 'client',
      handle(request) {
        const type = data.notificationTypes.require(request.param('notificationTypeId'));
        const matches = createSearch(request.query, 'search');
        const found = listSubtypes(type).filter(({ name, description }) => matches(name, description));
        return { message: 'Subtypes fetched.', ...paginate(found, request.query) };
      },
    },
    {
      number: 12,
      method: 'GET',
      path: `${types}/channels/:channel`,
      credentials: 'client',
      handle(request) {
        const channel = parseEnum('channel', request.param('channel'), channels);
        const type = data.notificationTypes.require(request.param('notificationTypeId'));
        return { message: 'Send policy fetched.', data: createPolicy(type, channel, listSubtypes(type)) };
      },
    },
    {
      number: 13,
      method: 'GET',
      path: types,
      credentials: 'client',
      handle(request) {
        const type = data.notificationTypes.require(request.param('notificationTypeId'));
        const policies = channels.map((channel) => createPolicy(type, channel, listSubtypes(type)));
        return { message: 'Send policies fetched.', data: policies };
      },
    },
  ];
}

/** A send policy, §2.7. Created on each request, so that it has the current names of its subtypes; no operation changes policies. */
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
    // 22:00 to 07:00, in minutes of the day.
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
