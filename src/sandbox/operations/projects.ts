import type { OrganizationData } from '../data.js';
import { paginate, singlePage } from '../paging.js';
import { createSearch } from '../queries.js';
import type { ClientOperation } from '../routing.js';
import { organization } from '../seed/organization/project.js';
import { without } from '../tables/without.js';

/** Contract §4.6. */
export function projectOperations(data: OrganizationData): ClientOperation[] {
  return [
    {
      number: 14,
      method: 'POST',
      path: '/opm/product-spaces/',
      credentials: 'client',
      async answer(call) {
        const name = (await call.body()).string('name');
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
      answer(call) {
        data.projects.require(call.param('projectId'));
        const status = call.query.get('status');
        const finds = createSearch(call.query, 'search');
        const found = data.members.list(
          (member) =>
            (status === null || status === member.status) &&
            finds(`${member.firstName} ${member.lastName}`, member.email),
        );
        // A member's record, §2.10, has no status: that is only for the filter.
        const records = found.map((member) => without(member, ['status']));
        return { message: 'Members fetched.', ...paginate(records, call.query) };
      },
    },
    {
      number: 16,
      method: 'GET',
      path: '/opm/projects/:projectId/services',
      credentials: 'client',
      answer(call) {
        data.projects.require(call.param('projectId'));
        return { message: 'Services fetched.', ...singlePage(data.services) };
      },
    },
  ];
}
