import type { OrganizationData } from '../organization-data.js';
import type { ClientOperation } from '../router.js';
import { createHistory } from '../seed/organization/customer-pools.js';

const segments = '/nudge/projects/:projectId/cohort-segments';

/** The operations on cohort segments. */
export function cohortSegmentOperations(data: OrganizationData, now: () => number): ClientOperation[] {
  return [
    {
      number: 8,
      method: 'POST',
      path: `${segments}/`,
      credentials: 'client',
      async handle(request) {
        const project = data.projects.require(request.param('projectId'));
        const body = await request.body();
        const name = body.string('name');
        const pool = data.customerPools.require(
          body.string('customerPoolId'),
          (row) => row.project.id === project.id,
        );
        const { id } = data.cohortSegments.save({
          id: data.cohortSegments.createId(),
          name,
          description: '',
          cohortQuery: { combinator: 'AND', rules: [], not: false },
          queryToSql: '',
          poolId: pool.id,
          organizationId: project.organization.id,
          projectId: project.id,
          ...createHistory(now()),
        });
        return { message: 'Cohort segment created.', data: { id } };
      },
    },
    {
      number: 9,
      method: 'GET',
      path: `${segments}/:cohortSegmentId`,
      credentials: 'client',
      handle(request) {
        const project = data.projects.require(request.param('projectId'));
        const segment = data.cohortSegments.require(
          request.param('cohortSegmentId'),
          ({ projectId }) => projectId === project.id,
        );
        const { id, name } = data.customerPools.require(segment.poolId);
        return { message: 'Cohort segment fetched.', data: { ...segment, customerPool: { id, name } } };
      },
    },
  ];
}
