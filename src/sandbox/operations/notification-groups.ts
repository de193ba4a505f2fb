import type { OrganizationData } from '../organization-data.js';
import type { BodyFields } from '../request-body.js';
import type { OperationRequest, ClientOperation } from '../router.js';
import type { NotificationGroupRow } from '../tables/rows.js';

const groups = '/nudge/projects/:projectId/notification-groups/:notificationGroupId';

/** The operations on notification groups, their topics and their handlers. */
export function notificationGroupOperations(data: OrganizationData): ClientOperation[] {
  const requireGroup = (request: OperationRequest): NotificationGroupRow => {
    const project = data.projects.require(request.param('projectId'));
    return data.notificationGroups.require(
      request.param('notificationGroupId'),
      ({ projectId }) => projectId === project.id,
    );
  };

  return [
    {
      number: 21,
      method: 'PUT',
      path: `${groups}/notification-topics/:notificationTopicId`,
      credentials: 'client',
      async handle(request) {
        const group = requireGroup(request);
        const topic = data.notificationTopics.require(
          request.param('notificationTopicId'),
          ({ notificationGroupId }) => notificationGroupId === group.id,
        );
        const { id } = data.notificationTopics.save({ ...topic, ...parseInfo(await request.body()) });
        return { message: 'Notification topic updated.', data: { id } };
      },
    },
    {
      number: 22,
      method: 'PUT',
      path: `${groups}/info`,
      credentials: 'client',
      async handle(request) {
        const group = requireGroup(request);
        const { id } = data.notificationGroups.save({ ...group, ...parseInfo(await request.body()) });
        return { message: 'Notification group updated.', data: { id } };
      },
    },
    {
      number: 23,
      method: 'POST',
      path: '/nudge/projects/:projectId/notification-handlers/:notificationHandlerId/handler-recipients',
      credentials: 'client',
      async handle(request) {
        const project = data.projects.require(request.param('projectId'));
        const handler = data.notificationHandlers.require(
          request.param('notificationHandlerId'),
          ({ projectId }) => projectId === project.id,
        );
        const body = await request.body();
        const recipient = {
          recipientSourceType: body.string('recipientSourceType'),
          recipientSourceId: body.string('recipientSourceId'),
          notificationHandlerId: handler.id,
        };
        const [existing] = data.handlerRecipients.list(
          (row) =>
            row.notificationHandlerId === handler.id &&
            row.recipientSourceType === recipient.recipientSourceType &&
            row.recipientSourceId === recipient.recipientSourceId,
        );
        const { id } =
          existing ?? data.handlerRecipients.save({ id: data.handlerRecipients.createId(), ...recipient });
        return { message: 'Recipient saved.', data: { id } };
      },
    },
  ];
}

function parseInfo(body: BodyFields): { name: string; description: string; channels: unknown[] } {
  return {
    name: body.string('name'),
    description: body.string('description'),
    channels: body.array('channels'),
  };
}
