import type { OrganizationData } from '../organization-data.js';
import { paginate, singlePage } from '../pagination.js';
import { createSearch } from '../query-parameters.js';
import type { ClientOperation } from '../router.js';
import { organization } from '../seed/organization/project.js';
import { omit } from '../tables/table.js';

/** The operations on projects: their members and services. */
export function projectOperations(data: OrganizationData): ClientOperation[] {
  return [
    {
      number: 14,
      method: 'POST',
      path: '/opm/product-spaces/',
      credentials: 'client',
      async handle(request) {
        const name = (await request.body()).string('name');
        const created = data.productSpaces.save({
          id: data.productSpaces.createId(),
          name,
          description: '',
          orgId: organization.id,
          code: name
            .toUpperCase()
            .replace(/[^\p{L}\p{N}]+/gu, '-')
            .replace(/^-|-$/g, ''),
        });
        return { message: 'Product space created.', data: created };
      },
    },
    {
      number: 15,
      method: 'GET',
      path: '/opm/projects/:projectId/members',
      credentials: 'client',
      handle(request) {
        data.projects.require(request.param('projectId'));
        const status = request.query.get('status');
        const matches = createSearch(request.query, 'search');
        const found = data.members.list(
          (member) =>
            (status === null || status === member.status) &&
            matches(`${member.firstName} ${member.lastName}`, member.email),
        );
        // A member record has no status; the filter alone uses it.
        const records = found.map((member) => omit(member, ['status']));
        return { message: 'Members fetched.', ...paginate(records, request.query) };
      },
    },
    {
      number: 16,
      method: 'GET',
      path: '/opm/projects/:projectId/services',
      credentials: 'client',
      handle(request) {
        data.projects.require(request.param('projectId'));
        return { message: 'Services fetched.', ...singlePage(data.services) };
      },
    },
  ];
}
