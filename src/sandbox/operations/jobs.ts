import type { OrganizationData } from '../organization-data.js';
import { paginate } from '../pagination.js';
import { createSearch, parseList, optionalEnumParameter } from '../query-parameters.js';
import type { ClientOperation } from '../router.js';
import { day } from '../durations.js';
import { jobCategories, type JobRow } from '../tables/rows.js';

const jobsPath = '/nudge/projects/:projectId/jobs';

const timeRanges = { '24h': day, '7d': 7 * day, '30d': 30 * day, all: Infinity };

/** The operations on client jobs. */
export function jobOperations(data: OrganizationData, now: () => number): ClientOperation[] {
  return [
    {
      number: 17,
      method: 'GET',
      path: `${jobsPath}/`,
      credentials: 'client',
      handle({ param, query }) {
        const project = data.projects.require(param('projectId'));
        const category = optionalEnumParameter(query, 'jobCategory', jobCategories);
        const range = optionalEnumParameter(query, 'timeRange', ['24h', '7d', '30d', 'all']) ?? 'all';
        const isSelected = (name: string, value: string) => {
          const selected = parseList(query, name);
          return selected.length === 0 || selected.includes(value);
        };
        const matches = createSearch(query, 'searchJobs');
        const found = data.jobs.list(
          (job) =>
            job.projectId === project.id &&
            (category === undefined || category === job.jobCategory) &&
            now() - Date.parse(job.latestRunTime) <= timeRanges[range] &&
            isSelected('status', job.status) &&
            isSelected('jobType', job.jobType) &&
            isSelected('entityId', job.entityId) &&
            matches(job.id, job.entityName, fullName(job)),
        );
        return { message: 'Jobs fetched.', ...paginate(found.map(toListItem), query) };
      },
    },
    {
      number: 18,
      method: 'GET',
      path: `${jobsPath}/:clientJobsId`,
      credentials: 'client',
      handle({ param }) {
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

/** An item of the job list, §2.9. */
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

/** A job's detail record, §2.9. */
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
