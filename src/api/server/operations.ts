// The operations of the service that take client credentials, by resource. An operation is one entry: its route, what it
// sends, and what it returns.
import * as cohort from '../schemas/cohort-segment.js';
import * as pool from '../schemas/customer-pool.js';
import * as job from '../schemas/job.js';
import * as media from '../schemas/media.js';
import * as group from '../schemas/notification-group.js';
import * as handler from '../schemas/notification-handler.js';
import * as space from '../schemas/product-space.js';
import * as project from '../schemas/project.js';
import { type Reference, referenceSchema } from '../schemas/reference.js';
import * as policy from '../schemas/send-policy.js';
import * as list from '../schemas/target-audience-list.js';
import { Operation, type Sender, withoutIds } from './operation.js';

/** A resource of the service, with a method for each of its operations. */
abstract class Resource {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Begins the definition of an operation with its route: method and path as the service documents them. */
  protected operation<const Route extends string>(route: Route): Operation<Route> {
    return new Operation(this.#sender, route);
  }
}

/** Customer pools, their attributes and their customers. */
export class CustomerPools extends Resource {
  /**
   * Adds custom attributes to a customer pool. Never retried automatically.
   *
   * @param input `customAttributes`: each with `fieldName`, `fieldDisplayName` and `fieldType`
   * @returns `attributes`: the custom attributes as the service stores them
   */
  readonly createCustomAttributes = this.operation(
    'POST /customer/projects/{projectId}/customer-pools/{customerPoolId}/custom-attributes',
  )
    .body<pool.CreateCustomAttributesInput>(pool.createCustomAttributesInputSchema)
    .returns<pool.CreatedCustomAttributes>(pool.createdCustomAttributesSchema);

  /**
   * Renames a custom attribute. Never retried automatically.
   *
   * @param input `fieldName` and `fieldDisplayName`
   * @returns the `id` that the service reports
   */
  readonly updateCustomAttribute = this.operation(
    'PATCH /customer/projects/{projectId}/customer-pools/{customerPoolId}/custom-attributes/{customAttributeId}/info',
  )
    .body<pool.UpdateCustomAttributeInput>(pool.updateCustomAttributeInputSchema)
    .returns<Reference>(referenceSchema);

  /**
   * Adds a customer to a customer pool. Never retried automatically.
   *
   * @param input `customerData`: `uniqueCustomerId`, and any other fields of the customer, which the service does not document
   * @returns the `customerId`
   */
  readonly addCustomer = this.operation(
    'POST /customer/projects/{projectId}/customer-pools/{customerPoolId}/customers',
  )
    .body<pool.AddCustomerInput>(pool.addCustomerInputSchema)
    .returns<pool.AddedCustomer>(pool.addedCustomerSchema);

  /**
   * Lists the attributes of a customer pool.
   *
   * @param input `attributeTypes` (`all`, `custom` or `app`), `search`; `page` (default 1) and `size` (default 25), whole numbers or strings of digits
   * @returns the page; iterating over it continues with the following pages
   */
  readonly listAttributes = this.operation(
    'GET /customer/projects/{projectId}/customer-pools/{customerPoolId}/attributes',
  )
    .pageQuery<pool.ListAttributesInput>(pool.listAttributesInputSchema)
    .returnsPage<pool.PoolAttribute>(pool.poolAttributesSchema);

  /**
   * Lists the customer pools of a project.
   *
   * @returns the only page: the service documents no way to request another
   */
  readonly list = this.operation(
    'GET /customer/projects/{projectId}/customer-pools/',
  ).returnsOnlyPage<pool.CustomerPool>(pool.customerPoolsSchema);
}

/** Cohort segments: saved customer queries over a pool. */
export class CohortSegments extends Resource {
  /**
   * Creates a cohort segment over a customer pool. Never retried automatically.
   *
   * @param input `name` and `customerPoolId`
   * @returns the `id` of the segment
   */
  readonly create = this.operation('POST /nudge/projects/{projectId}/cohort-segments/')
    .body<cohort.CreateCohortSegmentInput>(cohort.createCohortSegmentInputSchema)
    .returns<Reference>(referenceSchema);

  /**
   * Retrieves a cohort segment.
   *
   * @returns the segment with its query
   */
  readonly retrieve = this.operation(
    'GET /nudge/projects/{projectId}/cohort-segments/{cohortSegmentId}',
  ).returns<cohort.CohortSegment>(cohort.cohortSegmentSchema, ({ id }) => ({ cohortSegmentId: id }));
}

/** Send policies and notification subtypes. */
export class SendPolicies extends Resource {
  /**
   * Renames a notification subtype.
   *
   * @param input `name`
   * @returns the `id` that the service reports
   */
  readonly updateSubtype = this.operation('PUT /nudge/send-policy/subtype/{subtypeId}')
    .body<policy.UpdateSubtypeInput>(policy.updateSubtypeInputSchema)
    .returns<Reference>(referenceSchema);

  /**
   * Lists the subtypes of a notification type.
   *
   * @param input `search`; `page` (default 1) and `size` (default 25), whole numbers or strings of digits
   * @returns the page; iterating over it continues with the following pages
   */
  readonly listSubtypes = this.operation(
    'GET /nudge/send-policy/notification-types/{notificationTypeId}/subtypes',
  )
    .optionalPageQuery<policy.ListSubtypesInput>(policy.listSubtypesInputSchema)
    .returnsPage<policy.NotificationSubtype>(policy.notificationSubtypesSchema);

  /**
   * Retrieves the send policy of a notification type on one channel.
   *
   * @param ids `channel`: `in_app`, `email`, `sms`, `chat`, `push` or `whatsApp`
   * @returns the policy
   */
  readonly retrieve = this.operation(
    'GET /nudge/send-policy/notification-types/{notificationTypeId}/channels/{channel}',
  )
    .ids<{ notificationTypeId: string; channel: policy.Channel }>(policy.sendPolicyIdsSchema)
    .returns<policy.SendPolicy>(policy.sendPolicySchema);

  /**
   * Lists the send policies of a notification type, one for each channel.
   *
   * @returns the policies as an array: the service documents no metadata for this list
   */
  readonly list = this.operation('GET /nudge/send-policy/notification-types/{notificationTypeId}').returns<
    policy.SendPolicy[]
  >(policy.sendPoliciesSchema);
}

/** Product spaces of the organization. */
export class ProductSpaces extends Resource {
  /**
   * Creates a product space in the organization. Never retried automatically.
   *
   * @param input `name`
   * @returns the product space
   */
  readonly create = withoutIds(
    this.operation('POST /opm/product-spaces/')
      .body<space.CreateProductSpaceInput>(space.createProductSpaceInputSchema)
      .returns<space.ProductSpace>(space.productSpaceSchema),
  );
}

/** Members and services of a project. */
export class Projects extends Resource {
  /**
   * Lists the members of a project, which are personal data.
   *
   * @param input `status` (its values are not documented), `search`; `page` (default 1) and `size` (default 25), whole numbers or strings of digits
   * @returns the page; iterating over it continues with the following pages
   */
  readonly listMembers = this.operation('GET /opm/projects/{projectId}/members')
    .optionalPageQuery<project.ListMembersInput>(project.listMembersInputSchema)
    .returnsPage<project.ProjectMember>(project.projectMembersSchema);

  /**
   * Lists the services of a project.
   *
   * @returns the only page: the service documents no way to request another
   */
  readonly listServices = this.operation(
    'GET /opm/projects/{projectId}/services',
  ).returnsOnlyPage<project.ProjectService>(project.projectServicesSchema);
}

/** Client jobs: asynchronous work, such as the import of customers. */
export class Jobs extends Resource {
  /**
   * Lists the client jobs of a project.
   *
   * @param input `status` and `jobType` (arrays; the service does not document their values), `jobCategory` (`target_list`,
   * `cohort` or `customer_pool`), `timeRange` (`24h`, `7d`, `30d` or `all`), `entityId` (one or an array), `searchJobs`;
   * `page` (default 1) and `size` (default 25), whole numbers or strings of digits. Arrays are sent in the client's
   * `arrayFormat`; an empty array is omitted
   * @returns the page; iterating over it continues with the following pages
   */
  readonly list = this.operation('GET /nudge/projects/{projectId}/jobs/')
    .optionalPageQuery<job.ListJobsInput>(job.listJobsInputSchema)
    .returnsPage<job.Job>(job.jobsSchema);

  /**
   * Retrieves a client job with its parent, children and siblings.
   *
   * @returns `currentJob`, `parentJob` (null if there is none), `childJobs`, and `sibblingJobs` (the service's spelling)
   */
  readonly retrieve = this.operation(
    'GET /nudge/projects/{projectId}/jobs/{clientJobsId}',
  ).returns<job.JobFamily>(job.jobFamilySchema, ({ currentJob: { clientJobsId } }) => ({ clientJobsId }));
}

/** Items of the media manager. */
export class Media extends Resource {
  /**
   * Retrieves a signed URL to download an item of the media manager.
   *
   * @param input `context` (`customerPoolCsv`, `failedCustomerPoolCsv`, `templateImage`, `templateAttachment`, `projectDownload`,
   * `memberProfile`, `profile` or `archive`) and `mediaManagerId`
   * @returns `downloadUrl`: anyone who has it can download the item, so do not log it
   */
  readonly retrieveDownloadUrl = this.operation('GET /nudge/projects/{projectId}/media-manager/download-url')
    .query<media.RetrieveDownloadUrlInput>(media.retrieveDownloadUrlInputSchema)
    .returns<media.DownloadUrl>(media.downloadUrlSchema);
}

/** Target audience lists. */
export class TargetAudienceLists extends Resource {
  /**
   * Sets the status of a target audience list through the query, without a body. Never retried automatically.
   *
   * @param input `status`; its values are not documented
   * @returns the `status` that the service reports
   */
  readonly updateStatus = this.operation(
    'PATCH /nudge/projects/{projectId}/target-audience-lists/{targetAudienceListId}/status',
  )
    .query<list.UpdateTargetAudienceListStatusInput>(list.updateTargetAudienceListStatusInputSchema)
    .returns<list.TargetAudienceListStatus>(list.targetAudienceListStatusSchema);
}

/** Notification groups and their topics. */
export class NotificationGroups extends Resource {
  /**
   * Updates the name, description and channels of a notification topic.
   *
   * @param input `name`, `description` and `channels` (the service does not document their format)
   * @returns the `id` that the service reports
   */
  readonly updateTopic = this.operation(
    'PUT /nudge/projects/{projectId}/notification-groups/{notificationGroupId}/notification-topics/{notificationTopicId}',
  )
    .body<group.UpdateNotificationTopicInput>(group.updateNotificationTopicInputSchema)
    .returns<Reference>(referenceSchema);

  /**
   * Updates the name, description and channels of a notification group.
   *
   * @param input `name`, `description` and `channels` (the service does not document their format)
   * @returns the `id` that the service reports
   */
  readonly update = this.operation(
    'PUT /nudge/projects/{projectId}/notification-groups/{notificationGroupId}/info',
  )
    .body<group.UpdateNotificationGroupInput>(group.updateNotificationGroupInputSchema)
    .returns<Reference>(referenceSchema);
}

/** Notification handlers and their recipients. */
export class NotificationHandlers extends Resource {
  /**
   * Adds a recipient to a notification handler. Never retried automatically.
   *
   * @param input `recipientSourceType` (`payload_based`; other values are not documented) and `recipientSourceId`
   * @returns the `id` that the service reports
   */
  readonly addRecipient = this.operation(
    'POST /nudge/projects/{projectId}/notification-handlers/{notificationHandlerId}/handler-recipients',
  )
    .body<handler.AddRecipientInput>(handler.addRecipientInputSchema)
    .returns<Reference>(referenceSchema);
}
