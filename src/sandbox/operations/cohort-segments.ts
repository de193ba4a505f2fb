import type { OrganizationData } from '../data.js';
import type { ClientOperation } from '../routing.js';
import { history } from '../seed/organization/customer-pools.js';

const segments = '/nudge/projects/:projectId/cohort-segments';

/** Contract §4.4. */
export function cohortSegmentOperations(data: OrganizationData, now: () => number): ClientOperation[] {
  return [
    {
      number: 8,
      method: 'POST',
      path: `${segments}/`,
      credentials: 'client',
      async answer(call) {
        const project = data.projects.require(call.param('projectId'));
        const body = await call.body();
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
          ...history(now()),
        });
        return { message: 'Cohort segment created.', data: { id } };
      },
    },
    {
      number: 9,
      method: 'GET',
      path: `${segments}/:cohortSegmentId`,
      credentials: 'client',
      answer(call) {
        const project = data.projects.require(call.param('projectId'));
        const segment = data.cohortSegments.require(
          call.param('cohortSegmentId'),
          ({ projectId }) => projectId === project.id,
        );
        const { id, name } = data.customerPools.require(segment.poolId);
        return { message: 'Cohort segment fetched.', data: { ...segment, customerPool: { id, name } } };
      },
    },
  ];
}
