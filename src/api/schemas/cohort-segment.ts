import type * as z from 'zod/mini';
import { fields, filledString, string } from './input.js';
import {
  nullableBoolean,
  requiredId,
  lenientArray,
  looseObject,
  nullableObject,
  nullableString,
  nullableOpenEnum,
} from './lenient.js';

/** Rule of a cohort query (contract, section 2.5). */
const cohortRuleSchema = looseObject({
  id: nullableString,
  field: nullableString,
  attributeId: nullableString,
  operator: nullableOpenEnum<'>'>(),
  value: nullableString,
  valueSource: nullableOpenEnum<'field'>(),
});

const cohortQuerySchema = looseObject({
  combinator: nullableOpenEnum<'AND'>(),
  rules: lenientArray(cohortRuleSchema),
  not: nullableBoolean,
});

/** Cohort segment (contract, section 2.5). */
export const cohortSegmentSchema = looseObject({
  id: requiredId,
  name: nullableString,
  description: nullableString,
  cohortQuery: nullableObject(cohortQuerySchema),
  queryToSql: nullableString,
  poolId: nullableString,
  organizationId: nullableString,
  projectId: nullableString,
  createdById: nullableString,
  createdDate: nullableString,
  modifiedById: nullableString,
  modifiedDate: nullableString,
  isActive: nullableBoolean,
  isDeleted: nullableBoolean,
  customerPool: nullableObject(looseObject({ id: nullableString, name: nullableString })),
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
