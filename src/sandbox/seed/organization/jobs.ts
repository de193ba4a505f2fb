import { createRandom, pick } from '../../random.js';
import type { JobCategory, JobRow } from '../../tables/rows.js';
import { day, hour, minute } from '../../durations.js';
import { members, project } from './project.js';

interface Entity {
  category: JobCategory;
  id: string;
  name: string;
  jobType: string;
}

const entities: readonly Entity[] = [
  { category: 'customer_pool', id: 'pool_customers', name: 'Shop customers', jobType: 'import' },
  { category: 'cohort', id: 'seg_keepers', name: 'Keepers', jobType: 'refresh' },
  { category: 'customer_pool', id: 'pool_newsletter', name: 'Newsletter readers', jobType: 'import' },
  { category: 'target_list', id: 'tal_autumn', name: 'Autumn letter', jobType: 'build' },
  { category: 'cohort', id: 'seg_regulars', name: 'Regulars', jobType: 'refresh' },
  { category: 'customer_pool', id: 'pool_customers', name: 'Shop customers', jobType: 'export' },
];

/** Forty jobs over three months, newest first. The third has three child jobs, one of them with failed rows. */
export function createJobs(now: number): JobRow[] {
  const random = createRandom(17);
  const rows = Array.from({ length: 40 }, (_, index): JobRow => {
    const isChild = index >= 3 && index <= 5;
    const entity = pick(entities, isChild ? 2 : index);
    const initiatedBy = pick(members, Math.floor(random() * 5));
    const inputCustomerCount = 40 + Math.floor(random() * 4000);
    const isImport = entity.jobType === 'import';
    const status =
      index === 0 ? 'pending' : index === 1 ? 'in_progress' : index === 9 ? 'failed' : 'completed';
    const failedRowsCount = isImport && status === 'completed' && index % 4 === 0 ? 1 + index : 0;
    const id = `job_${String(index + 1).padStart(2, '0')}`;
    return {
      id,
      parentId: isChild ? 'job_03' : null,
      projectId: project.id,
      jobCategory: entity.category,
      entityId: entity.id,
      entityName: entity.name,
      jobType: entity.jobType,
      initiatedBy,
      latestRunTime: new Date(now - ageOf(index)).toISOString(),
      status,
      errorLog: status === 'failed' ? 'The file has no column named uniqueCustomerId.' : '',
      computeTime: status === 'pending' ? '' : `${1 + Math.floor(random() * 90)}s`,
      mediaManagerId: isImport ? `med_${id}` : '',
      errorMediaManagerId: failedRowsCount > 0 ? `med_${id}_failed` : '',
      failedRowsCount,
      inputCustomerCount,
      attempts: status === 'failed' ? 3 : 1,
    };
  });
  return rows.map((row) => sumChildJobs(row, rows));
}

/** The job's age in milliseconds: minutes for the first jobs, then hours, then days. */
function ageOf(index: number): number {
  return index < 6 ? (2 + index * 9) * minute : index < 14 ? index * 3 * hour : (index - 12) * 3.2 * day;
}

function sumChildJobs(row: JobRow, rows: readonly JobRow[]): JobRow {
  const children = rows.filter(({ parentId }) => parentId === row.id);
  if (children.length === 0) return row;
  return {
    ...row,
    failedRowsCount: children.reduce((sum, child) => sum + child.failedRowsCount, 0),
    inputCustomerCount: children.reduce((sum, child) => sum + child.inputCustomerCount, 0),
    errorMediaManagerId: `med_${row.id}_failed`,
  };
}
