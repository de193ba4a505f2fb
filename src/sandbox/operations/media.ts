import type { OrganizationData } from '../data.js';
import type { Downloads } from '../downloads.js';
import { requiredChoice, requiredText } from '../queries.js';
import type { ClientOperation } from '../routing.js';
import { mediaContexts } from '../tables/rows.js';

/** Contract §4.8. */
export function mediaOperations(data: OrganizationData, downloads: Downloads): ClientOperation[] {
  return [
    {
      number: 19,
      method: 'GET',
      path: '/nudge/projects/:projectId/media-manager/download-url',
      credentials: 'client',
      answer({ param, query, base }) {
        const project = data.projects.require(param('projectId'));
        const context = requiredChoice(query, 'context', mediaContexts);
        const file = data.media.require(
          requiredText(query, 'mediaManagerId'),
          (row) => row.projectId === project.id && row.context === context,
        );
        return { message: 'Download address made.', data: { downloadUrl: downloads.sign(file, base) } };
      },
    },
  ];
}
