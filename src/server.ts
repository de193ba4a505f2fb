// For servers only: no file that a browser loads may import this one.
export * from './api/errors.js';
export { ResponseError } from './api/response-error.js';
export { Page } from './api/page.js';
export type {
  AddCustomerInput,
  AddedCustomer,
  CreateCustomAttributesInput,
  CreatedCustomAttributes,
  CustomAttribute,
  CustomAttributeInput,
  CustomerData,
  CustomerPool,
  ListAttributesInput,
  PoolAttribute,
  UpdateCustomAttributeInput,
} from './api/schemas/customer-pool.js';
export type {
  CohortQuery,
  CohortRule,
  CohortSegment,
  CreateCohortSegmentInput,
} from './api/schemas/cohort-segment.js';
export type { PageInput } from './api/schemas/input.js';
export type { Job, JobDetail, JobFamily, ListJobsInput } from './api/schemas/job.js';
export type { DownloadUrl, MediaContext, RetrieveDownloadUrlInput } from './api/schemas/media.js';
export type {
  UpdateNotificationGroupInput,
  UpdateNotificationTopicInput,
} from './api/schemas/notification-group.js';
export type { AddRecipientInput } from './api/schemas/notification-handler.js';
export type { CreateProductSpaceInput, ProductSpace } from './api/schemas/product-space.js';
export type {
  ListMembersInput,
  ProjectMember,
  ProjectService,
  ServiceDescription,
} from './api/schemas/project.js';
export type { NamedReference, Reference } from './api/schemas/reference.js';
export type {
  BypassingSubtype,
  Channel,
  DoNotDisturb,
  Entitlement,
  EntitlementCounts,
  ListSubtypesInput,
  NotificationSubtype,
  SendPolicy,
  SendRule,
  UpdateSubtypeInput,
} from './api/schemas/send-policy.js';
export type {
  TargetAudienceListStatus,
  UpdateTargetAudienceListStatusInput,
} from './api/schemas/target-audience-list.js';
export type { ArrayFormat } from './api/server/query.js';
export type { ServerRequestOptions } from './api/server/operation.js';
export { ServerClient, type ServerClientOptions } from './api/server/server-client.js';
