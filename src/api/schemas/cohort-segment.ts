import type * as z from 'zod/mini';
import { fields, filledString, string } from './input.js';
import { flag, identifier, list, record, recordOrNull, text, word } from './lenient.js';

/** Rule of a cohort query (contract, section 2.5). */
const cohortRuleSchema = record({
  id: text,
  field: text,
  attributeId: text,
  operator: word<'>'>(),
  value: text,
  valueSource: word<'field'>(),
});

const cohortQuerySchema = record({
  combinator: word<'AND'>(),
  rules: list(cohortRuleSchema),
  not: flag,
});

/** Cohort segment (contract, section 2.5). */
export const cohortSegmentSchema = record({
  id: identifier,
  name: text,
  description: text,
  cohortQuery: recordOrNull(cohortQuerySchema),
  queryToSql: text,
  poolId: text,
  organizationId: text,
  projectId: text,
  createdById: text,
  createdDate: text,
  modifiedById: text,
  modifiedDate: text,
  isActive: flag,
  isDeleted: flag,
  customerPool: recordOrNull(record({ id: text, name: text })),
});

/** Body of #8 (contract, section 4.4). */
export const createCohortSegmentInputSchema = fields({ name: string, customerPoolId: filledString });

/** A saved customer query over a pool. */
export type CohortSegment = z.infer<typeof cohortSegmentSchema>;
/** The query of a cohort segment. */
export type CohortQuery = z.infer<typeof cohortQuerySchema>;
/** One rule of a cohort query. */
export type CohortRule = z.infer<typeof cohortRuleSchema>;
export type CreateCohortSegmentInput = z.input<typeof createCohortSegmentInputSchema>;
