import type { OrganizationData } from '../data.js';
import { paginate } from '../paging.js';
import { createSearch, listed, optionalChoice } from '../queries.js';
import type { ClientOperation } from '../routing.js';
import { day } from '../seed/seed.js';
import { jobCategories, type JobRow } from '../tables/rows.js';

const jobsPath = '/nudge/projects/:projectId/jobs';

const timeRanges = { '24h': day, '7d': 7 * day, '30d': 30 * day, all: Infinity };

/** Contract §4.7. */
export function jobOperations(data: OrganizationData, now: () => number): ClientOperation[] {
  return [
    {
      number: 17,
      method: 'GET',
      path: `${jobsPath}/`,
      credentials: 'client',
      answer({ param, query }) {
        const project = data.projects.require(param('projectId'));
        const category = optionalChoice(query, 'jobCategory', jobCategories);
        const range = optionalChoice(query, 'timeRange', ['24h', '7d', '30d', 'all']) ?? 'all';
        const isWanted = (name: string, value: string) => {
          const wanted = listed(query, name);
          return wanted.length === 0 || wanted.includes(value);
        };
        const finds = createSearch(query, 'searchJobs');
        const found = data.jobs.list(
          (job) =>
            job.projectId === project.id &&
            (category === undefined || category === job.jobCategory) &&
            now() - Date.parse(job.latestRunTime) <= timeRanges[range] &&
            isWanted('status', job.status) &&
            isWanted('jobType', job.jobType) &&
            isWanted('entityId', job.entityId) &&
            finds(job.id, job.entityName, fullName(job)),
        );
        return { message: 'Jobs fetched.', ...paginate(found.map(toListItem), query) };
      },
    },
    {
      number: 18,
      method: 'GET',
      path: `${jobsPath}/:clientJobsId`,
      credentials: 'client',
      answer({ param }) {
        const project = data.projects.require(param('projectId'));
        const job = data.jobs.require(param('clientJobsId'), (row) => row.projectId === project.id);
        const parent = data.jobs.list(({ id }) => id === job.parentId)[0];
        const children = data.jobs.list(({ parentId }) => parentId === job.id);
        const siblings = parent
          ? data.jobs.list(({ id, parentId }) => parentId === parent.id && id !== job.id)
          : [];
        return {
          message: 'Job fetched.',
          data: {
            currentJob: toDetail(job, 'current'),
            parentJob: parent ? toDetail(parent, 'parent') : null,
            childJobs: children.map((child) => toDetail(child, 'child')),
            sibblingJobs: siblings.map((sibling) => toDetail(sibling, 'sibling')),
          },
        };
      },
    },
  ];
}

function fullName({ initiatedBy }: JobRow): string {
  return `${initiatedBy.firstName} ${initiatedBy.lastName}`;
}

/** An item of the list, §2.9. */
function toListItem(job: JobRow) {
  return {
    id: job.id,
    jobCategory: job.jobCategory,
    jobCategoryName: job.entityName,
    initiatedBy: fullName(job),
    jobType: job.jobType,
    latestRunTime: job.latestRunTime,
    mediaManagerId: job.mediaManagerId,
    failedRowsCount: job.failedRowsCount,
    inputCustomerCount: job.inputCustomerCount,
    status: job.status,
  };
}

/** A detail record, §2.9. */
function toDetail(job: JobRow, relation: 'current' | 'parent' | 'child' | 'sibling') {
  return {
    clientJobsId: job.id,
    GetJobByIdType: relation,
    initiatedByName: fullName(job),
    initiatedByEmail: job.initiatedBy.email,
    jobCategoryType: job.jobCategory,
    modifiedDate: job.latestRunTime,
    status: job.status,
    errorLog: job.errorLog,
    computeTime: job.computeTime,
    errorMediaManagerId: job.errorMediaManagerId,
    mediaManagerId: job.mediaManagerId,
    failedRowsCount: job.failedRowsCount,
    inputCustomerCount: job.inputCustomerCount,
    attempts: job.attempts,
  };
}
