import type { OrganizationData } from '../data.js';
import { requiredText } from '../queries.js';
import type { ClientOperation } from '../routing.js';

/** Contract §4.9. */
export function targetAudienceListOperations(data: OrganizationData): ClientOperation[] {
  return [
    {
      number: 20,
      method: 'PATCH',
      path: '/nudge/projects/:projectId/target-audience-lists/:targetAudienceListId/status',
      credentials: 'client',
      answer({ param, query }) {
        const project = data.projects.require(param('projectId'));
        const list = data.targetAudienceLists.require(
          param('targetAudienceListId'),
          ({ projectId }) => projectId === project.id,
        );
        // Which values are allowed is not shown, so that any is.
        const { status } = data.targetAudienceLists.save({ ...list, status: requiredText(query, 'status') });
        return { message: 'Status updated.', data: { status } };
      },
    },
  ];
}
