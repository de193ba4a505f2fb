import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { rows as goldenRows } from '../api/golden-table.js';
import { clientHeaders } from './client.js';
import { parseEnvelope, errorEnvelope } from './envelope.js';

interface Row {
  number: number;
  method: string;
  path: string;
  credentials: 'client' | 'customer';
  body?: unknown;
  /** The keys of `data`, or of its first item. */
  keys: string[];
  /** Whether `data` is a list with metaData, a list without, or one object. */
  shape: 'page' | 'list' | 'object';
}

const { ids, notificationIds } = (() => {
  const sandbox = createSandbox();
  return { ids: sandbox.ids, notificationIds: sandbox.notificationIds() };
})();
const pools = `/customer/projects/${ids.projectId}/customer-pools`;
const pool = `${pools}/${ids.customerPoolId}`;
const project = `/nudge/projects/${ids.projectId}`;
const type = `/nudge/send-policy/notification-types/${ids.notificationTypeId}`;
const info = { name: 'New name', description: 'New words', channels: ['in_app'] };
const policyKeys =
  'id organizationId notificationTypeId notificationKind channel orgRules userRules dnd allowCriticalDNDBypass dndSubTypesByPass entitlement';

/** Every operation of the contract, §4, with a request that succeeds. */
const rows: Row[] = [
  row(1, 'POST', `${pool}/custom-attributes`, 'attributes', 'object', {
    customAttributes: [{ fieldName: 'hatSize', fieldDisplayName: 'Hat size', fieldType: 'number' }],
  }),
  row(2, 'PATCH', `${pool}/custom-attributes/${ids.customAttributeId}/info`, 'id', 'object', {
    fieldName: 'spent',
    fieldDisplayName: 'Spent',
  }),
  row(3, 'POST', `${pool}/customers`, 'customerId', 'object', {
    customerData: { uniqueCustomerId: 'new-1' },
  }),
  row(
    4,
    'GET',
    `${pool}/attributes?attributeTypes=all&page=1&size=25`,
    'id fieldName fieldDisplayName isMandatory isActive fieldType attributeType fieldDescription organizationId customerPoolId',
    'page',
  ),
  row(
    5,
    'GET',
    `${pools}/`,
    'id name description poolLevel globalAccess organization project isOwner accessLevel',
    'page',
  ),
  {
    ...row(
      6,
      'POST',
      `/nudge/customer-preferences/notification-groups/${ids.notificationGroupId}`,
      'status',
      'object',
      { isGroupNotificationOff: true },
    ),
    credentials: 'customer',
  },
  {
    ...row(
      7,
      'GET',
      `/nudge/in-app-notifications/${notificationIds[0]!}`,
      'id payload createdDate isRead productSpaceId uniqueCustomerId',
      'object',
    ),
    credentials: 'customer',
  },
  row(8, 'POST', `${project}/cohort-segments/`, 'id', 'object', {
    name: 'Hats',
    customerPoolId: ids.customerPoolId,
  }),
  row(
    9,
    'GET',
    `${project}/cohort-segments/${ids.cohortSegmentId}`,
    'id name description cohortQuery queryToSql poolId organizationId projectId createdById createdDate modifiedById modifiedDate isActive isDeleted customerPool',
    'object',
  ),
  row(10, 'PUT', `/nudge/send-policy/subtype/${ids.subtypeId}`, 'id', 'object', { name: 'Ordered' }),
  row(
    11,
    'GET',
    `${type}/subtypes?page=1&size=25`,
    'id name description parentNotificationTypeId channelsToBypassDND',
    'page',
  ),
  row(12, 'GET', `${type}/channels/whatsApp`, policyKeys, 'object'),
  row(13, 'GET', type, policyKeys, 'list'),
  row(14, 'POST', '/opm/product-spaces/', 'id name description orgId code', 'object', { name: 'Web' }),
  row(
    15,
    'GET',
    `/opm/projects/${ids.projectId}/members?page=1&size=25`,
    'id email firstName lastName userId countryCode phoneNumber',
    'page',
  ),
  row(
    16,
    'GET',
    `/opm/projects/${ids.projectId}/services`,
    'serviceId service isBillingPaused isProjectBillingPaused isEnabledInProject',
    'page',
  ),
  row(
    17,
    'GET',
    `${project}/jobs/?page=1&size=25`,
    'id jobCategory jobCategoryName initiatedBy jobType latestRunTime mediaManagerId failedRowsCount inputCustomerCount status',
    'page',
  ),
  row(
    18,
    'GET',
    `${project}/jobs/${ids.clientJobsId}`,
    'currentJob parentJob childJobs sibblingJobs',
    'object',
  ),
  row(
    19,
    'GET',
    `${project}/media-manager/download-url?context=failedCustomerPoolCsv&mediaManagerId=${ids.mediaManagerId}`,
    'downloadUrl',
    'object',
  ),
  row(
    20,
    'PATCH',
    `${project}/target-audience-lists/${ids.targetAudienceListId}/status?status=paused`,
    'status',
    'object',
  ),
  row(
    21,
    'PUT',
    `${project}/notification-groups/${ids.notificationGroupId}/notification-topics/${ids.notificationTopicId}`,
    'id',
    'object',
    info,
  ),
  row(22, 'PUT', `${project}/notification-groups/${ids.notificationGroupId}/info`, 'id', 'object', info),
  row(
    23,
    'POST',
    `${project}/notification-handlers/${ids.notificationHandlerId}/handler-recipients`,
    'id',
    'object',
    { recipientSourceType: 'payload_based', recipientSourceId: 'customer.id' },
  ),
];

function row(
  number: number,
  method: string,
  path: string,
  keys: string,
  shape: Row['shape'],
  body?: unknown,
): Row {
  return { number, method, path, credentials: 'client', keys: keys.split(' '), shape, body };
}

function createInit({ method, body }: Row, headers: Record<string, string>): RequestInit {
  if (body === undefined) return { method, headers };
  return {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

describe.each(rows)('#$number $method $path', (operation) => {
  const { number, path, credentials, keys, shape } = operation;

  it('returns the fields that the contract documents', async () => {
    const sandbox = createSandbox();
    const headers: Record<string, string> =
      credentials === 'client' ? clientHeaders(sandbox) : { Authorization: `Bearer ${sandbox.issueToken()}` };
    const response = await sandbox.fetch(sandbox.baseUrl + path, createInit(operation, headers));
    const { data, ...envelope } = await parseEnvelope(response);
    expect(response.status).toBe(200);
    const metaData: unknown =
      shape === 'page'
        ? {
            page: 1,
            hasMore: expect.any(Boolean) as boolean,
            pageSize: expect.any(Number) as number,
            count: expect.any(Number) as number,
          }
        : null;
    expect(envelope).toEqual({
      status: 'success',
      message: expect.any(String) as string,
      metaData,
      error: null,
    });
    const record = shape === 'object' ? data : (data as unknown as object[])[0]!;
    expect(Object.keys(record).sort()).toEqual([...keys].sort());
    expect(sandbox.requests.at(-1)).toMatchObject({ operation: number, status: 200 });
  });
});

describe('Every operation', () => {
  it('rejects credentials of the other kind', async () => {
    const sandbox = createSandbox();
    const bearer = { Authorization: `Bearer ${sandbox.issueToken()}` };
    for (const operation of rows) {
      const headers = operation.credentials === 'client' ? bearer : clientHeaders(sandbox);
      const response = await sandbox.fetch(sandbox.baseUrl + operation.path, createInit(operation, headers));
      expect(response.status, operation.path).toBe(401);
    }
  });

  it('requires each field of its body with the right type', async () => {
    const sandbox = createSandbox();
    for (const operation of rows.filter(({ body }) => body !== undefined)) {
      const headers: Record<string, string> =
        operation.credentials === 'client'
          ? clientHeaders(sandbox)
          : { Authorization: `Bearer ${sandbox.issueToken()}` };
      for (const field of Object.keys(operation.body as object)) {
        for (const value of [undefined, 42]) {
          const invalid = { ...operation, body: { ...(operation.body as object), [field]: value } };
          const response = await sandbox.fetch(
            sandbox.baseUrl + operation.path,
            createInit(invalid, headers),
          );
          const place = `#${operation.number} ${field}`;
          expect(response.status, place).toBe(400);
          expect(await parseEnvelope(response), place).toEqual({
            ...errorEnvelope(),
            message: expect.stringContaining(field) as string,
          });
        }
      }
    }
  });
});

it('A client operation rejects missing and wrong credentials', async () => {
  const sandbox = createSandbox();
  const { 'x-client-key': key = '', 'x-client-secret': secret = '' } = clientHeaders(sandbox);
  const rejected: Record<string, string>[] = [
    {},
    { 'x-client-key': key },
    { 'x-client-secret': secret },
    { 'x-client-key': key, 'x-client-secret': 'wrong' },
  ];
  for (const headers of rejected) {
    const response = await sandbox.fetch(`${sandbox.baseUrl}${pools}/`, { headers });
    expect(response.status).toBe(401);
    expect(await parseEnvelope(response)).toEqual(errorEnvelope());
  }
});

it('An operation is found only with the trailing slash that the contract prints', async () => {
  const sandbox = createSandbox();
  const response = await sandbox.fetch(sandbox.baseUrl + pools, { headers: clientHeaders(sandbox) });
  expect(response.status).toBe(404);
});

it('The table covers all operations', () => {
  expect(rows.map(({ number }) => `#${number}`)).toEqual(Object.keys(goldenRows));
});
