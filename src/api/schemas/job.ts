import * as z from 'zod/mini';
import { arrayOf, oneOf, pageFields, type PageInput, strictObject, string } from './input.js';
import {
  lenientArray,
  looseObject,
  nullableNumber,
  nullableObject,
  nullableOpenEnum,
  nullableString,
  requiredArray,
  requiredId,
} from './lenient.js';

/** A client job in a list. Fields that the response does not contain are null. */
export interface Job {
  /** Id of the job. */
  id: string;
  /** What the job works on. */
  jobCategory: 'target_list' | 'cohort' | 'customer_pool' | (string & {}) | null;
  /** Name of what the job works on. */
  jobCategoryName: string | null;
  /** Who started the job. */
  initiatedBy: string | null;
  /** Type of the job. The service does not document its values. */
  jobType: string | null;
  /** When the job last ran. */
  latestRunTime: string | null;
  /** Id of the job's file in the media manager. */
  mediaManagerId: string | null;
  /** How many rows failed. */
  failedRowsCount: number | null;
  /** How many customers the job was given. */
  inputCustomerCount: number | null;
  /** Status of the job. The service documents `pending` only. */
  status: 'pending' | (string & {}) | null;
}

/** A client job in detail, with the keys as the service spells them. Fields that the response does not contain are null. */
export interface JobDetail {
  /** Id of the job. */
  clientJobsId: string;
  /** Type of the job. The service does not document its values. */
  GetJobByIdType: string | null;
  /** Name of the person who started the job. Personal data. */
  initiatedByName: string | null;
  /** Email address of the person who started the job. Personal data. */
  initiatedByEmail: string | null;
  /** What the job works on. */
  jobCategoryType: string | null;
  /** When the job was last modified, ISO 8601. */
  modifiedDate: string | null;
  /** Status of the job. The service documents `pending` only. */
  status: 'pending' | (string & {}) | null;
  /** Errors of the job. */
  errorLog: string | null;
  /** How long the job ran. The service does not document the unit. */
  computeTime: string | null;
  /** Id of the file with the failed rows in the media manager. */
  errorMediaManagerId: string | null;
  /** Id of the job's file in the media manager. */
  mediaManagerId: string | null;
  /** How many rows failed. */
  failedRowsCount: number | null;
  /** How many customers the job was given. */
  inputCustomerCount: number | null;
  /** How many times the job was attempted. */
  attempts: number | null;
}

/** A client job with its related jobs. */
export interface JobFamily {
  /** The requested job. */
  currentJob: JobDetail;
  /** Its parent, or null if there is none. */
  parentJob: JobDetail | null;
  /** Its children. Empty if the response does not contain them. */
  childJobs: JobDetail[];
  /** Its siblings; the key is spelled as the service does. Empty if the response does not contain them. */
  sibblingJobs: JobDetail[];
}

/** Query of `jobs.list()`. */
export interface ListJobsInput extends PageInput {
  /** Only jobs of these statuses. The service does not document the values. An empty array is omitted. */
  status?: readonly string[] | undefined;
  /** Only jobs of these types. The service does not document the values. An empty array is omitted. */
  jobType?: readonly string[] | undefined;
  /** Only jobs that work on this. */
  jobCategory?: 'target_list' | 'cohort' | 'customer_pool' | undefined;
  /** Only jobs of the last 24 hours, 7 days or 30 days, or all. */
  timeRange?: '24h' | '7d' | '30d' | 'all' | undefined;
  /** Only jobs of this entity or of these entities. An empty array is omitted. */
  entityId?: string | readonly string[] | undefined;
  /** Only jobs that match this text. */
  searchJobs?: string | undefined;
}

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

/** Response of `jobs.retrieve()`. */
export const jobFamilySchema = looseObject({
  currentJob: jobDetailSchema,
  parentJob: nullableObject(jobDetailSchema),
  childJobs: lenientArray(jobDetailSchema),
  sibblingJobs: lenientArray(jobDetailSchema),
});

export const listJobsInputSchema = strictObject({
  status: z.optional(arrayOf(string)),
  jobType: z.optional(arrayOf(string)),
  jobCategory: z.optional(oneOf(['target_list', 'cohort', 'customer_pool'])),
  timeRange: z.optional(oneOf(['24h', '7d', '30d', 'all'])),
  entityId: z.optional(z.union([string, arrayOf(string)], 'a string or an array of strings')),
  searchJobs: z.optional(string),
  ...pageFields,
});

/** Response of `jobs.list()`. */
export const jobsSchema = requiredArray(jobSchema);
