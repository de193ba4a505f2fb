import * as z from 'zod/mini';
import { arrayOf, fields, oneOf, paging, string } from './input.js';
import {
  requiredArray,
  requiredId,
  lenientArray,
  nullableNumber,
  looseObject,
  nullableObject,
  nullableString,
  nullableOpenEnum,
} from './lenient.js';

/** Item of the list of jobs (contract, section 2.9). */
const jobSchema = looseObject({
  id: requiredId,
  jobCategory: nullableOpenEnum<'target_list' | 'cohort' | 'customer_pool'>(),
  jobCategoryName: nullableString,
  initiatedBy: nullableString,
  jobType: nullableString,
  latestRunTime: nullableString,
  mediaManagerId: nullableString,
  failedRowsCount: nullableNumber,
  inputCustomerCount: nullableNumber,
  status: nullableOpenEnum<'pending'>(),
});

/** Detail record of a job (contract, section 2.9), its keys spelt as there. */
const jobDetailSchema = looseObject({
  clientJobsId: requiredId,
  GetJobByIdType: nullableString,
  initiatedByName: nullableString,
  initiatedByEmail: nullableString,
  jobCategoryType: nullableString,
  modifiedDate: nullableString,
  status: nullableOpenEnum<'pending'>(),
  errorLog: nullableString,
  computeTime: nullableString,
  errorMediaManagerId: nullableString,
  mediaManagerId: nullableString,
  failedRowsCount: nullableNumber,
  inputCustomerCount: nullableNumber,
  attempts: nullableNumber,
});

/** Answer of #18 (contract, sections 2.9 and 4.7); `sibblingJobs` is spelt as there. */
export const jobFamilySchema = looseObject({
  currentJob: jobDetailSchema,
  parentJob: nullableObject(jobDetailSchema),
  childJobs: lenientArray(jobDetailSchema),
  sibblingJobs: lenientArray(jobDetailSchema),
});

/** Query of #17 (contract, section 4.7). What the arrays hold is not documented, so they are arrays of strings. */
export const listJobsInputSchema = fields({
  status: z.optional(arrayOf(string)),
  jobType: z.optional(arrayOf(string)),
  jobCategory: z.optional(oneOf(['target_list', 'cohort', 'customer_pool'])),
  timeRange: z.optional(oneOf(['24h', '7d', '30d', 'all'])),
  entityId: z.optional(z.union([string, arrayOf(string)], 'a string or an array of strings')),
  searchJobs: z.optional(string),
  ...paging,
});

/** Answer of #17. */
export const jobsSchema = requiredArray(jobSchema);

/** A client job, as its list has it. */
export type Job = z.infer<typeof jobSchema>;
/** A client job in detail. */
export type JobDetail = z.infer<typeof jobDetailSchema>;
/** A client job with its parent, children and siblings. */
export type JobFamily = z.infer<typeof jobFamilySchema>;
export type ListJobsInput = z.input<typeof listJobsInputSchema>;
