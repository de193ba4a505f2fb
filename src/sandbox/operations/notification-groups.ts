import type { OrganizationData } from '../data.js';
import type { Fields } from '../fields.js';
import type { Call, ClientOperation } from '../routing.js';
import type { NotificationGroupRow } from '../tables/rows.js';

const groups = '/nudge/projects/:projectId/notification-groups/:notificationGroupId';

/** Contract §4.10. */
export function notificationGroupOperations(data: OrganizationData): ClientOperation[] {
  const requireGroup = (call: Call): NotificationGroupRow => {
    const project = data.projects.require(call.param('projectId'));
    return data.notificationGroups.require(
      call.param('notificationGroupId'),
      ({ projectId }) => projectId === project.id,
    );
  };

  return [
    {
      number: 21,
      method: 'PUT',
      path: `${groups}/notification-topics/:notificationTopicId`,
      credentials: 'client',
      async answer(call) {
        const group = requireGroup(call);
        const topic = data.notificationTopics.require(
          call.param('notificationTopicId'),
          ({ notificationGroupId }) => notificationGroupId === group.id,
        );
        const { id } = data.notificationTopics.save({ ...topic, ...readInfo(await call.body()) });
        return { message: 'Notification topic updated.', data: { id } };
      },
    },
    {
      number: 22,
      method: 'PUT',
      path: `${groups}/info`,
      credentials: 'client',
      async answer(call) {
        const group = requireGroup(call);
        const { id } = data.notificationGroups.save({ ...group, ...readInfo(await call.body()) });
        return { message: 'Notification group updated.', data: { id } };
      },
    },
    {
      number: 23,
      method: 'POST',
      path: '/nudge/projects/:projectId/notification-handlers/:notificationHandlerId/handler-recipients',
      credentials: 'client',
      async answer(call) {
        const project = data.projects.require(call.param('projectId'));
        const handler = data.notificationHandlers.require(
          call.param('notificationHandlerId'),
          ({ projectId }) => projectId === project.id,
        );
        const body = await call.body();
        const recipient = {
          recipientSourceType: body.string('recipientSourceType'),
          recipientSourceId: body.string('recipientSourceId'),
          notificationHandlerId: handler.id,
        };
        const [known] = data.handlerRecipients.list(
          (row) =>
            row.notificationHandlerId === handler.id &&
            row.recipientSourceType === recipient.recipientSourceType &&
            row.recipientSourceId === recipient.recipientSourceId,
        );
        const { id } =
          known ?? data.handlerRecipients.save({ id: data.handlerRecipients.createId(), ...recipient });
        return { message: 'Recipient saved.', data: { id } };
      },
    },
  ];
}

function readInfo(body: Fields): { name: string; description: string; channels: unknown[] } {
  return {
    name: body.string('name'),
    description: body.string('description'),
    channels: body.array('channels'),
  };
}
