import type { OrganizationData } from '../organization-data.js';
import { requireParameter } from '../query-parameters.js';
import type { ClientOperation } from '../router.js';

/** The operation on target audience lists, which sets their status. */
export function targetAudienceListOperations(data: OrganizationData): ClientOperation[] {
  return [
    {
      number: 20,
      method: 'PATCH',
      path: '/nudge/projects/:projectId/target-audience-lists/:targetAudienceListId/status',
      credentials: 'client',
      handle({ param, query }) {
        const project = data.projects.require(param('projectId'));
        const list = data.targetAudienceLists.require(
          param('targetAudienceListId'),
          ({ projectId }) => projectId === project.id,
        );
        // The service does not list the allowed values, so any is accepted.
        const { status } = data.targetAudienceLists.save({
          ...list,
          status: requireParameter(query, 'status'),
        });
        return { message: 'Status updated.', data: { status } };
      },
    },
  ];
}
