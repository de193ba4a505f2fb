import { describe, expectTypeOf, it } from 'vitest';
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
type Answer<Method extends (...args: never[]) => unknown> = Awaited<ReturnType<Method>>;

describe('the types of the server client', () => {
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

  it('go from the path to the answer', () => {
    expectTypeOf<Answer<ServerClient['customerPools']['list']>>().toEqualTypeOf<Page<CustomerPool>>();
    expectTypeOf<Answer<ServerClient['customerPools']['listAttributes']>>().toEqualTypeOf<
      Page<PoolAttribute>
    >();
    expectTypeOf<Answer<ServerClient['cohortSegments']['create']>>().toEqualTypeOf<Reference>();
    expectTypeOf<Answer<ServerClient['sendPolicies']['list']>>().toEqualTypeOf<SendPolicy[]>();
    expectTypeOf<Answer<ServerClient['jobs']['retrieve']>>().toEqualTypeOf<JobFamily>();
    expectTypeOf<Reference>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<JobFamily['sibblingJobs'][number]['GetJobByIdType']>().toEqualTypeOf<string | null>();
    expectTypeOf<NonNullable<SendPolicy['entitlement']>['org']>().toEqualTypeOf<Record<
      'SECOND' | 'MINUTES' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH',
      number | null
    > | null>();
    expectTypeOf<NonNullable<CohortSegment['cohortQuery']>['not']>().toEqualTypeOf<boolean | null>();
    // @ts-expect-error a misspelt field
    expectTypeOf<JobFamily['siblingJobs']>();
  });

  it('know words, and let others pass where the contract leaves them open', () => {
    expectTypeOf<Job['status']>().toEqualTypeOf<'pending' | (string & {}) | null>();
    expectTypeOf<SendPolicy['channel']>().toEqualTypeOf<Channel | (string & {}) | null>();
    expectTypeOf<NotificationSubtype['channelsToBypassDND']>().toEqualTypeOf<(Channel | (string & {}))[]>();
    expectTypeOf<AddRecipientInput['recipientSourceType']>().toEqualTypeOf<'payload_based' | (string & {})>();
    const words: string[] = ['later' satisfies NonNullable<Job['status']>];
    expectTypeOf(words).toBeArray();
  });

  it('say of each input what it takes', () => {
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

  it('want both halves of the key pair', () => {
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

  it('let a page be read item by item', () => {
    expectTypeOf<Page<Job>>().toExtend<AsyncIterable<Job>>();
    expectTypeOf<Page<Job>['items']>().toEqualTypeOf<readonly Job[]>();
    expectTypeOf<Page<Job>['hasMore']>().toEqualTypeOf<boolean | null>();
  });
});
