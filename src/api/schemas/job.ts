import * as z from 'zod/mini';
import { arrayOf, fields, oneOf, paging, string } from './input.js';
import { answerList, identifier, list, number, record, recordOrNull, text, word } from './lenient.js';

/** Item of the list of jobs (contract, section 2.9). */
const jobSchema = record({
  id: identifier,
  jobCategory: word<'target_list' | 'cohort' | 'customer_pool'>(),
  jobCategoryName: text,
  initiatedBy: text,
  jobType: text,
  latestRunTime: text,
  mediaManagerId: text,
  failedRowsCount: number,
  inputCustomerCount: number,
  status: word<'pending'>(),
});

/** Detail record of a job (contract, section 2.9), its keys spelt as there. */
const jobDetailSchema = record({
  clientJobsId: identifier,
  GetJobByIdType: text,
  initiatedByName: text,
  initiatedByEmail: text,
  jobCategoryType: text,
  modifiedDate: text,
  status: word<'pending'>(),
  errorLog: text,
  computeTime: text,
  errorMediaManagerId: text,
  mediaManagerId: text,
  failedRowsCount: number,
  inputCustomerCount: number,
  attempts: number,
});

/** Answer of #18 (contract, sections 2.9 and 4.7); `sibblingJobs` is spelt as there. */
export const jobFamilySchema = record({
  currentJob: jobDetailSchema,
  parentJob: recordOrNull(jobDetailSchema),
  childJobs: list(jobDetailSchema),
  sibblingJobs: list(jobDetailSchema),
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
export const jobsSchema = answerList(jobSchema);

/** A client job, as its list has it. */
export type Job = z.infer<typeof jobSchema>;
/** A client job in detail. */
export type JobDetail = z.infer<typeof jobDetailSchema>;
/** A client job with its parent, children and siblings. */
export type JobFamily = z.infer<typeof jobFamilySchema>;
export type ListJobsInput = z.input<typeof listJobsInputSchema>;
