import { describe, expectTypeOf, it } from 'vitest';
import type * as z from 'zod/mini';
import type * as cohortSegments from '../../src/api/schemas/cohort-segment.js';
import type * as customerPools from '../../src/api/schemas/customer-pool.js';
import type * as jobs from '../../src/api/schemas/job.js';
import type * as media from '../../src/api/schemas/media.js';
import type * as notificationGroups from '../../src/api/schemas/notification-group.js';
import type * as notificationHandlers from '../../src/api/schemas/notification-handler.js';
import type * as notifications from '../../src/api/schemas/notification.js';
import type * as preferences from '../../src/api/schemas/preference.js';
import type * as productSpaces from '../../src/api/schemas/product-space.js';
import type * as projects from '../../src/api/schemas/project.js';
import type * as references from '../../src/api/schemas/reference.js';
import type * as sendPolicies from '../../src/api/schemas/send-policy.js';
import type * as targetAudienceLists from '../../src/api/schemas/target-audience-list.js';
import type {
  AddRecipientInput,
  Channel,
  CohortSegment,
  CreateCustomAttributesInput,
  CustomerPool,
  Job,
  JobFamily,
  ListAttributesInput,
  ListJobsInput,
  NotificationSubtype,
  Page,
  PoolAttribute,
  Reference,
  RetrieveDownloadUrlInput,
  SendPolicy,
  ServerClient,
  ServerClientOptions,
  UpdateNotificationGroupInput,
} from '../../src/server.js';

// Nothing here runs: the compiler is the test.
type Ids<Method extends (...args: never[]) => unknown> = Parameters<Method>[0];
type Result<Method extends (...args: never[]) => unknown> = Awaited<ReturnType<Method>>;

describe('The record types', () => {
  it('equal what the schemas return, nested records included', () => {
    expectTypeOf<
      z.output<typeof notifications.notificationSchema>
    >().toEqualTypeOf<notifications.Notification>();
    expectTypeOf<
      z.output<typeof preferences.preferenceStatusSchema>
    >().toEqualTypeOf<preferences.PreferenceStatus>();
    expectTypeOf<
      z.output<typeof customerPools.createdCustomAttributesSchema>
    >().toEqualTypeOf<customerPools.CreatedCustomAttributes>();
    expectTypeOf<
      z.output<typeof customerPools.addedCustomerSchema>
    >().toEqualTypeOf<customerPools.AddedCustomer>();
    expectTypeOf<z.output<typeof customerPools.poolAttributesSchema>>().toEqualTypeOf<
      customerPools.PoolAttribute[]
    >();
    expectTypeOf<z.output<typeof customerPools.customerPoolsSchema>>().toEqualTypeOf<
      customerPools.CustomerPool[]
    >();
    expectTypeOf<
      z.output<typeof cohortSegments.cohortSegmentSchema>
    >().toEqualTypeOf<cohortSegments.CohortSegment>();
    expectTypeOf<z.output<typeof sendPolicies.sendPolicySchema>>().toEqualTypeOf<sendPolicies.SendPolicy>();
    expectTypeOf<z.output<typeof sendPolicies.sendPoliciesSchema>>().toEqualTypeOf<
      sendPolicies.SendPolicy[]
    >();
    expectTypeOf<z.output<typeof sendPolicies.notificationSubtypesSchema>>().toEqualTypeOf<
      sendPolicies.NotificationSubtype[]
    >();
    expectTypeOf<
      z.output<typeof sendPolicies.sendPolicyIdsSchema>['channel']
    >().toEqualTypeOf<sendPolicies.Channel>();
    expectTypeOf<
      z.output<typeof productSpaces.productSpaceSchema>
    >().toEqualTypeOf<productSpaces.ProductSpace>();
    expectTypeOf<z.output<typeof projects.projectMembersSchema>>().toEqualTypeOf<projects.ProjectMember[]>();
    expectTypeOf<z.output<typeof projects.projectServicesSchema>>().toEqualTypeOf<
      projects.ProjectService[]
    >();
    expectTypeOf<z.output<typeof jobs.jobsSchema>>().toEqualTypeOf<jobs.Job[]>();
    expectTypeOf<z.output<typeof jobs.jobFamilySchema>>().toEqualTypeOf<jobs.JobFamily>();
    expectTypeOf<z.output<typeof media.downloadUrlSchema>>().toEqualTypeOf<media.DownloadUrl>();
    expectTypeOf<
      z.output<typeof targetAudienceLists.targetAudienceListStatusSchema>
    >().toEqualTypeOf<targetAudienceLists.TargetAudienceListStatus>();
    expectTypeOf<z.output<typeof references.referenceSchema>>().toEqualTypeOf<references.Reference>();
    expectTypeOf<
      z.output<typeof references.namedReferenceSchema>
    >().toEqualTypeOf<references.NamedReference>();
  });
});

describe('The input types', () => {
  it('equal what the schemas accept', () => {
    expectTypeOf<
      z.input<typeof customerPools.createCustomAttributesInputSchema>
    >().toEqualTypeOf<customerPools.CreateCustomAttributesInput>();
    expectTypeOf<
      z.input<typeof customerPools.updateCustomAttributeInputSchema>
    >().toEqualTypeOf<customerPools.UpdateCustomAttributeInput>();
    expectTypeOf<
      z.input<typeof customerPools.addCustomerInputSchema>
    >().toEqualTypeOf<customerPools.AddCustomerInput>();
    expectTypeOf<
      z.input<typeof customerPools.listAttributesInputSchema>
    >().toEqualTypeOf<customerPools.ListAttributesInput>();
    expectTypeOf<
      z.input<typeof cohortSegments.createCohortSegmentInputSchema>
    >().toEqualTypeOf<cohortSegments.CreateCohortSegmentInput>();
    expectTypeOf<
      z.input<typeof sendPolicies.updateSubtypeInputSchema>
    >().toEqualTypeOf<sendPolicies.UpdateSubtypeInput>();
    expectTypeOf<
      z.input<typeof sendPolicies.listSubtypesInputSchema>
    >().toEqualTypeOf<sendPolicies.ListSubtypesInput>();
    expectTypeOf<
      z.input<typeof productSpaces.createProductSpaceInputSchema>
    >().toEqualTypeOf<productSpaces.CreateProductSpaceInput>();
    expectTypeOf<
      z.input<typeof projects.listMembersInputSchema>
    >().toEqualTypeOf<projects.ListMembersInput>();
    expectTypeOf<z.input<typeof jobs.listJobsInputSchema>>().toEqualTypeOf<jobs.ListJobsInput>();
    expectTypeOf<
      z.input<typeof media.retrieveDownloadUrlInputSchema>
    >().toEqualTypeOf<media.RetrieveDownloadUrlInput>();
    expectTypeOf<
      z.input<typeof targetAudienceLists.updateTargetAudienceListStatusInputSchema>
    >().toEqualTypeOf<targetAudienceLists.UpdateTargetAudienceListStatusInput>();
    expectTypeOf<
      z.input<typeof notificationGroups.updateNotificationTopicInputSchema>
    >().toEqualTypeOf<notificationGroups.UpdateNotificationTopicInput>();
    expectTypeOf<
      z.input<typeof notificationGroups.updateNotificationGroupInputSchema>
    >().toEqualTypeOf<notificationGroups.UpdateNotificationGroupInput>();
    expectTypeOf<
      z.input<typeof notificationHandlers.addRecipientInputSchema>
    >().toEqualTypeOf<notificationHandlers.AddRecipientInput>();
    expectTypeOf<
      ReturnType<typeof preferences.parseGroupPreference>
    >().toEqualTypeOf<preferences.GroupPreferenceInput>();
  });
});

describe('The types of ServerClient', () => {
  it('name the path parameters as the contract does', () => {
    expectTypeOf<Ids<ServerClient['customerPools']['updateCustomAttribute']>>().toEqualTypeOf<{
      projectId: string;
      customerPoolId: string;
      customAttributeId: string;
    }>();
    expectTypeOf<Ids<ServerClient['sendPolicies']['retrieve']>>().toEqualTypeOf<{
      notificationTypeId: string;
      channel: Channel;
    }>();
    expectTypeOf<Ids<ServerClient['jobs']['retrieve']>>().toEqualTypeOf<{
      projectId: string;
      clientJobsId: string;
    }>();
    expectTypeOf<Channel>().toEqualTypeOf<'in_app' | 'email' | 'sms' | 'chat' | 'push' | 'whatsApp'>();
  });

  it('lead from the ids to the result', () => {
    expectTypeOf<Result<ServerClient['customerPools']['list']>>().toEqualTypeOf<Page<CustomerPool>>();
    expectTypeOf<Result<ServerClient['customerPools']['listAttributes']>>().toEqualTypeOf<
      Page<PoolAttribute>
    >();
    expectTypeOf<Result<ServerClient['cohortSegments']['create']>>().toEqualTypeOf<Reference>();
    expectTypeOf<Result<ServerClient['sendPolicies']['list']>>().toEqualTypeOf<SendPolicy[]>();
    expectTypeOf<Result<ServerClient['jobs']['retrieve']>>().toEqualTypeOf<JobFamily>();
    expectTypeOf<Reference>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<JobFamily['sibblingJobs'][number]['GetJobByIdType']>().toEqualTypeOf<string | null>();
    expectTypeOf<NonNullable<SendPolicy['entitlement']>['org']>().toEqualTypeOf<Record<
      'SECOND' | 'MINUTES' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH',
      number | null
    > | null>();
    expectTypeOf<NonNullable<CohortSegment['cohortQuery']>['not']>().toEqualTypeOf<boolean | null>();
    // @ts-expect-error a misspelled field
    expectTypeOf<JobFamily['siblingJobs']>();
  });

  it('suggest the documented values, and accept others where the contract leaves them open', () => {
    expectTypeOf<Job['status']>().toEqualTypeOf<'pending' | (string & {}) | null>();
    expectTypeOf<SendPolicy['channel']>().toEqualTypeOf<Channel | (string & {}) | null>();
    expectTypeOf<NotificationSubtype['channelsToBypassDND']>().toEqualTypeOf<(Channel | (string & {}))[]>();
    expectTypeOf<AddRecipientInput['recipientSourceType']>().toEqualTypeOf<'payload_based' | (string & {})>();
    const statuses: string[] = ['later' satisfies NonNullable<Job['status']>];
    expectTypeOf(statuses).toBeArray();
  });

  it('say what each input accepts', () => {
    expectTypeOf<{ attributeTypes: 'all' }>().toExtend<ListAttributesInput>();
    expectTypeOf<{
      attributeTypes: 'app';
      page: 2;
      size: '50';
      search: undefined;
    }>().toExtend<ListAttributesInput>();
    expectTypeOf<{ page: 1 }>().not.toExtend<ListAttributesInput>();
    expectTypeOf<{ attributeTypes: 'other' }>().not.toExtend<ListAttributesInput>();
    expectTypeOf<object>().toExtend<ListJobsInput>();
    expectTypeOf<{ entityId: 'a'; status: readonly ['pending'] }>().toExtend<ListJobsInput>();
    expectTypeOf<{ entityId: readonly string[]; timeRange: '7d' }>().toExtend<ListJobsInput>();
    expectTypeOf<{ timeRange: '8d' }>().not.toExtend<ListJobsInput>();
    expectTypeOf<{ context: 'archive'; mediaManagerId: string }>().toExtend<RetrieveDownloadUrlInput>();
    expectTypeOf<{ context: string; mediaManagerId: string }>().not.toExtend<RetrieveDownloadUrlInput>();
    expectTypeOf<{ customAttributes: readonly never[] }>().toExtend<CreateCustomAttributesInput>();
    expectTypeOf<{
      name: string;
      description: string;
      channels: readonly ['in_app', 'fax', { name: 'pigeon' }];
    }>().toExtend<UpdateNotificationGroupInput>();
  });

  it('require both halves of the key pair', () => {
    expectTypeOf<{
      baseUrl: string;
      clientKey: string;
      clientSecret: string;
    }>().toExtend<ServerClientOptions>();
    expectTypeOf<{ baseUrl: string; clientKey: string }>().not.toExtend<ServerClientOptions>();
    expectTypeOf<ServerClientOptions['arrayFormat']>().toEqualTypeOf<
      'repeat' | 'brackets' | 'comma' | undefined
    >();
  });

  it('let callers iterate over a page item by item', () => {
    expectTypeOf<Page<Job>>().toExtend<AsyncIterable<Job>>();
    expectTypeOf<Page<Job>['items']>().toEqualTypeOf<readonly Job[]>();
    expectTypeOf<Page<Job>['hasMore']>().toEqualTypeOf<boolean | null>();
  });
});
