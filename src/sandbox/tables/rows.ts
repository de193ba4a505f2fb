/** Rows as the service stores them. Fields are those that it documents, unless a comment says otherwise. */

interface Named {
  id: string;
  name: string;
}

/** Who created a record, who modified it last, and when. */
export interface History {
  createdById: string;
  createdDate: string;
  modifiedById: string;
  modifiedDate: string;
  isActive: boolean;
  isDeleted: boolean;
}

export interface ProjectRow extends Named {
  organization: Named;
}

/** §2.2 */
export interface AttributeRow extends History {
  id: string;
  fieldName: string;
  fieldDisplayName: string;
  fieldDescription: string;
  fieldType: string;
  organizationId: string;
  customerPoolId: string;
  isMandatory: boolean;
  /** Returned by the list of attributes only. */
  attributeType: 'CUSTOM' | 'APP';
}

/** §2.3 */
export interface CustomerRow {
  id: string;
  uniqueCustomerId: string;
  /** Not documented: links the customer to its pool. */
  customerPoolId: string;
}

/** §2.4 */
export interface CustomerPoolRow extends Named {
  description: string;
  poolLevel: string;
  globalAccess: boolean;
  organization: Named;
  project: Named;
  isOwner: boolean;
  accessLevel: string;
}

/** §2.5 */
export interface CohortSegmentRow extends History, Named {
  description: string;
  cohortQuery: { combinator: string; rules: CohortRule[]; not: boolean };
  queryToSql: string;
  poolId: string;
  organizationId: string;
  projectId: string;
}

export interface CohortRule {
  id: string;
  field: string;
  attributeId: string;
  operator: string;
  value: string;
  valueSource: string;
}

export const channels = ['in_app', 'email', 'sms', 'chat', 'push', 'whatsApp'] as const;
export type Channel = (typeof channels)[number];

export interface NotificationTypeRow extends Named {
  notificationKind: string;
}

/** §2.8 */
export interface SubtypeRow extends Named {
  description: string;
  parentNotificationTypeId: string;
  channelsToBypassDND: Channel[];
}

/** §2.13, and the project that it belongs to. */
export interface NotificationGroupRow extends Named {
  description: string;
  channels: unknown[];
  projectId: string;
}

/** §2.13, and the group that it belongs to. */
export interface NotificationTopicRow extends Named {
  description: string;
  channels: unknown[];
  notificationGroupId: string;
}

export interface NotificationHandlerRow extends Named {
  projectId: string;
}

/** §2.13, and the handler that it belongs to. */
export interface HandlerRecipientRow {
  id: string;
  recipientSourceType: string;
  recipientSourceId: string;
  notificationHandlerId: string;
}

export interface TargetAudienceListRow extends Named {
  status: string;
  projectId: string;
}

/** §2.9. Both the list item and the detail record are derived from it. */
export interface JobRow {
  id: string;
  parentId: string | null;
  projectId: string;
  jobCategory: JobCategory;
  /** The customer pool, cohort segment or target list that the job processes. */
  entityId: string;
  entityName: string;
  jobType: string;
  initiatedBy: MemberRow;
  latestRunTime: string;
  status: string;
  errorLog: string;
  computeTime: string;
  mediaManagerId: string;
  errorMediaManagerId: string;
  failedRowsCount: number;
  inputCustomerCount: number;
  attempts: number;
}

export const jobCategories = ['target_list', 'cohort', 'customer_pool'] as const;
export type JobCategory = (typeof jobCategories)[number];

/** §2.10, and the status that the list can be filtered by. */
export interface MemberRow {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  userId: string;
  countryCode: string;
  phoneNumber: string;
  status: string;
}

/** §2.11 */
export interface ServiceEntry {
  serviceId: string;
  service: { name: string; tradeName: string; description: string; icon: string; isPublished: boolean };
  isBillingPaused: boolean;
  isProjectBillingPaused: boolean;
  isEnabledInProject: boolean;
}

/** §2.12 */
export interface ProductSpaceRow extends Named {
  description: string;
  orgId: string;
  code: string;
}

export const mediaContexts = [
  'customerPoolCsv',
  'failedCustomerPoolCsv',
  'templateImage',
  'templateAttachment',
  'projectDownload',
  'memberProfile',
  'profile',
  'archive',
] as const;
export type MediaContext = (typeof mediaContexts)[number];

export interface MediaRow {
  id: string;
  projectId: string;
  context: MediaContext;
  fileName: string;
  contentType: string;
  /** Generated on download. */
  content: () => string;
}
