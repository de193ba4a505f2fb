import type { OrganizationData } from '../organization-data.js';
import type { Downloads } from '../downloads.js';
import { requireEnumParameter, requireParameter } from '../query-parameters.js';
import type { ClientOperation } from '../router.js';
import { mediaContexts } from '../tables/rows.js';

/** The operation on items of the media manager, which returns their signed URLs. */
export function mediaOperations(data: OrganizationData, downloads: Downloads): ClientOperation[] {
  return [
    {
      number: 19,
      method: 'GET',
      path: '/nudge/projects/:projectId/media-manager/download-url',
      credentials: 'client',
      handle({ param, query, base }) {
        const project = data.projects.require(param('projectId'));
        const context = requireEnumParameter(query, 'context', mediaContexts);
        const file = data.media.require(
          requireParameter(query, 'mediaManagerId'),
          (row) => row.projectId === project.id && row.context === context,
        );
        return { message: 'Download address made.', data: { downloadUrl: downloads.sign(file, base) } };
      },
    },
  ];
}
