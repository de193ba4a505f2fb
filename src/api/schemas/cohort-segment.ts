import { nonEmptyString, strictObject, string } from './input.js';
import {
  lenientArray,
  looseObject,
  nullableBoolean,
  nullableObject,
  nullableOpenEnum,
  nullableString,
  requiredId,
} from './lenient.js';
import { type NamedReference, namedReferenceSchema } from './reference.js';

/** A cohort segment: a saved customer query over a pool. Fields that the response does not contain are null. */
export interface CohortSegment {
  /** Id of the segment. */
  id: string;
  /** Name of the segment. */
  name: string | null;
  /** Description of the segment. */
  description: string | null;
  /** The query as rules. */
  cohortQuery: CohortQuery | null;
  /** The query as SQL. */
  queryToSql: string | null;
  /** Id of the customer pool. */
  poolId: string | null;
  /** Id of the organization. */
  organizationId: string | null;
  /** Id of the project. */
  projectId: string | null;
  /** Id of the user who created the segment. */
  createdById: string | null;
  /** When the segment was created, ISO 8601. */
  createdDate: string | null;
  /** Id of the user who last modified the segment. */
  modifiedById: string | null;
  /** When the segment was last modified, ISO 8601. */
  modifiedDate: string | null;
  /** Whether the segment is active. */
  isActive: boolean | null;
  /** Whether the segment is deleted. */
  isDeleted: boolean | null;
  /** The customer pool of the segment. */
  customerPool: NamedReference | null;
}

/** The query of a cohort segment. */
export interface CohortQuery {
  /** How the rules are combined. The service documents `AND` only. */
  combinator: 'AND' | (string & {}) | null;
  /** The rules. Empty if the response does not contain them. */
  rules: CohortRule[];
  /** Whether the query is negated. */
  not: boolean | null;
}

/** One rule of a cohort query. */
export interface CohortRule {
  /** Id of the rule. */
  id: string | null;
  /** Field that the rule compares. */
  field: string | null;
  /** Id of the attribute that the rule compares. */
  attributeId: string | null;
  /** Comparison operator. The service documents `>` only. */
  operator: '>' | (string & {}) | null;
  /** Value to compare with. */
  value: string | null;
  /** Where the value comes from. The service documents `field` only. */
  valueSource: 'field' | (string & {}) | null;
}

/** Body of `cohortSegments.create()`. */
export interface CreateCohortSegmentInput {
  /** Name of the segment. */
  name: string;
  /** Id of the customer pool that the segment queries. */
  customerPoolId: string;
}

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

/** Response of `cohortSegments.retrieve()`. */
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
  customerPool: nullableObject(namedReferenceSchema),
});

export const createCohortSegmentInputSchema = strictObject({ name: string, customerPoolId: nonEmptyString });
