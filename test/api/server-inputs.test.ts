import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RequestError } from '../../src/api/errors.js';
import { ServerClient } from '../../src/api/server/server-client.js';
import { type RecordingServer, startRecordingServer, success } from './recording-server.js';

let server: RecordingServer;
let client: ServerClient;

beforeAll(async () => {
  server = await startRecordingServer();
  client = new ServerClient({ baseUrl: server.baseUrl, clientKey: 'k', clientSecret: 's' });
});
afterAll(() => server.close());
beforeEach(() => void (server.requests.length = 0));

const projectId = 'p';
const pool = { projectId, customerPoolId: 'c' };
const attribute = { fieldName: 'f', fieldDisplayName: 'F', fieldType: 'string' };
const group = { projectId, notificationGroupId: 'g' };
const circular: unknown[] = [];
circular.push(circular);

// A caller without types may pass anything.
type Untyped = (ids: unknown, input?: unknown) => Promise<unknown>;
const untyped = (method: (...args: never[]) => Promise<unknown>): Untyped => method as unknown as Untyped;
const operations = () => ({
  createCustomAttributes: untyped(client.customerPools.createCustomAttributes.bind(client.customerPools)),
  updateCustomAttribute: untyped(client.customerPools.updateCustomAttribute.bind(client.customerPools)),
  addCustomer: untyped(client.customerPools.addCustomer.bind(client.customerPools)),
  listAttributes: untyped(client.customerPools.listAttributes.bind(client.customerPools)),
  createSegment: untyped(client.cohortSegments.create.bind(client.cohortSegments)),
  updateSubtype: untyped(client.sendPolicies.updateSubtype.bind(client.sendPolicies)),
  listSubtypes: untyped(client.sendPolicies.listSubtypes.bind(client.sendPolicies)),
  retrievePolicy: untyped(client.sendPolicies.retrieve.bind(client.sendPolicies)),
  createProductSpace: untyped(client.productSpaces.create.bind(client.productSpaces)),
  listMembers: untyped(client.projects.listMembers.bind(client.projects)),
  listJobs: untyped(client.jobs.list.bind(client.jobs)),
  retrieveDownloadUrl: untyped(client.media.retrieveDownloadUrl.bind(client.media)),
  updateStatus: untyped(client.targetAudienceLists.updateStatus.bind(client.targetAudienceLists)),
  updateTopic: untyped(client.notificationGroups.updateTopic.bind(client.notificationGroups)),
  updateGroup: untyped(client.notificationGroups.update.bind(client.notificationGroups)),
  addRecipient: untyped(client.notificationHandlers.addRecipient.bind(client.notificationHandlers)),
});
type Name = keyof ReturnType<typeof operations>;

const invalidInputs: [Name, unknown, unknown, string][] = [
  ['createCustomAttributes', pool, undefined, 'input must be an object'],
  ['createCustomAttributes', pool, [], 'input must be an object'],
  ['createCustomAttributes', pool, {}, 'customAttributes must be an array; it is missing'],
  ['createCustomAttributes', pool, { customAttributes: attribute }, 'customAttributes must be an array'],
  [
    'createCustomAttributes',
    pool,
    { customAttributes: [attribute, { ...attribute, fieldName: 7 }] },
    'customAttributes.1.fieldName must be a string',
  ],
  [
    'createCustomAttributes',
    pool,
    { customAttributes: [{ ...attribute, isMandatory: true }] },
    'customAttributes.0.isMandatory must be left out: there is no such field',
  ],
  ['createCustomAttributes', pool, { customAttributes: ['x'] }, 'customAttributes.0 must be an object'],
  [
    'updateCustomAttribute',
    { ...pool, customAttributeId: 'a' },
    { fieldName: 'f' },
    'fieldDisplayName must be a string; it is missing',
  ],
  ['addCustomer', pool, { customerData: 'anna' }, 'customerData must be an object'],
  [
    'addCustomer',
    pool,
    { customerData: {} },
    'customerData.uniqueCustomerId must be a non-empty string; it is missing',
  ],
  [
    'addCustomer',
    pool,
    { customerData: { uniqueCustomerId: '' } },
    'customerData.uniqueCustomerId must be a non-empty string',
  ],
  [
    'addCustomer',
    pool,
    { customerData: { uniqueCustomerId: 'u', big: 10n } },
    'customerData.big must be a JSON value',
  ],
  ['addCustomer', pool, { uniqueCustomerId: 'u' }, 'customerData must be an object; it is missing'],
  ['listAttributes', pool, undefined, 'input must be an object'],
  ['listAttributes', pool, {}, 'attributeTypes must be one of all, custom, app; it is missing'],
  ['listAttributes', pool, { attributeTypes: 'ALL' }, 'attributeTypes must be one of all, custom, app'],
  ['listAttributes', pool, { attributeTypes: ['all'] }, 'attributeTypes must be one of all, custom, app'],
  ['createSegment', { projectId }, { name: 'n' }, 'customerPoolId must be a non-empty string; it is missing'],
  ['createSegment', { projectId }, { name: null, customerPoolId: 'c' }, 'name must be a string'],
  ['updateSubtype', { subtypeId: 's' }, {}, 'name must be a string; it is missing'],
  ['listSubtypes', { notificationTypeId: 't' }, { search: 7 }, 'search must be a string'],
  ['listSubtypes', { notificationTypeId: 't' }, { search: '\uD83D' }, 'search must be well-formed Unicode'],
  [
    'listSubtypes',
    { notificationTypeId: 't' },
    { serach: 'x' },
    'serach must be left out: there is no such field',
  ],
  [
    'retrievePolicy',
    { notificationTypeId: 't', channel: 'whatsapp' },
    undefined,
    'channel must be one of in_app, email, sms, chat, push, whatsApp',
  ],
  [
    'retrievePolicy',
    { notificationTypeId: 't' },
    undefined,
    "channel must be a non-empty string of well-formed Unicode other than '.' and '..'; it is missing",
  ],
  ['createProductSpace', { name: 7 }, undefined, 'name must be a string'],
  ['createProductSpace', undefined, undefined, 'input must be an object'],
  ['listJobs', { projectId }, { status: 'pending' }, 'status must be an array'],
  ['listJobs', { projectId }, { status: [7] }, 'status.0 must be a string'],
  [
    'listJobs',
    { projectId },
    { jobCategory: 'other' },
    'jobCategory must be one of target_list, cohort, customer_pool',
  ],
  ['listJobs', { projectId }, { timeRange: '25h' }, 'timeRange must be one of 24h, 7d, 30d, all'],
  ['listJobs', { projectId }, { entityId: [7] }, 'entityId must be a string or an array of strings'],
  [
    'retrieveDownloadUrl',
    { projectId },
    { mediaManagerId: 'm' },
    'context must be one of customerPoolCsv, failedCustomerPoolCsv, templateImage, templateAttachment, projectDownload, memberProfile, profile, archive; it is missing',
  ],
  [
    'retrieveDownloadUrl',
    { projectId },
    { context: 'archive', mediaManagerId: '' },
    'mediaManagerId must be a non-empty string',
  ],
  [
    'updateStatus',
    { projectId, targetAudienceListId: 'l' },
    {},
    'status must be a non-empty string; it is missing',
  ],
  [
    'updateTopic',
    { ...group, notificationTopicId: 't' },
    { name: 'n', description: 'd' },
    'channels must be an array; it is missing',
  ],
  ['updateGroup', group, { name: 'n', description: 'd', channels: 'in_app' }, 'channels must be an array'],
  [
    'updateGroup',
    group,
    { name: 'n', description: 'd', channels: ['in_app', undefined] },
    'channels.1 must be a JSON value; it is missing',
  ],
  [
    'updateGroup',
    group,
    { name: 'n', description: 'd', channels: [circular] },
    'channels.0 must be a JSON value',
  ],
  [
    'addRecipient',
    { projectId, notificationHandlerId: 'h' },
    { recipientSourceType: 7, recipientSourceId: 'r' },
    'recipientSourceType must be a string',
  ],
];

describe('Invalid input is rejected before anything is sent', () => {
  const cases = invalidInputs.map(([name, ids, input, message]) => ({ name, ids, input, message }));
  it.each(cases)('by $name(): $message', async ({ name, ids, input, message }) => {
    const { [name]: operation } = operations();
    const error: unknown = await operation(ids, input).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(RequestError);
    const { message: text, operation: failed } = error as RequestError;
    expect(text).toBe(`${failed}: ${message}`);
    expect(failed).toMatch(/^[A-Z]+ \/\S+$/);
    expect(server.requests).toHaveLength(0);
  });

  it.each([[1.5], [-1], [NaN], [1e21], ['1e3'], [''], [' 1'], ['١'], [null], [['1']]])(
    'as the number or the size of a page: %j',
    async (value) => {
      for (const field of ['page', 'size'])
        await expect(operations().listMembers({ projectId }, { [field]: value })).rejects.toMatchObject({
          name: 'RequestError',
          message: `GET /opm/projects/{projectId}/members: ${field} must be a whole number or a string of digits`,
        });
      expect(server.requests).toHaveLength(0);
    },
  );

  it.each([[undefined], ['p']])('if %j is passed instead of the ids', async (ids) => {
    await expect(operations().listMembers(ids)).rejects.toMatchObject({
      name: 'RequestError',
      field: 'projectId',
      operation: 'GET /opm/projects/{projectId}/members',
      message: expect.stringMatching(/; it is missing$/) as string,
    });
    expect(server.requests).toHaveLength(0);
  });

  it('if one of several ids is invalid, with the name of the id', async () => {
    const topicIds = { projectId: 'p', notificationGroupId: 'g', notificationTopicId: 't' };
    const topic = { name: 'n', description: 'd', channels: [] };
    for (const field of Object.keys(topicIds)) {
      const call = operations().updateTopic({ ...topicIds, [field]: '..' }, topic);
      await expect(call).rejects.toMatchObject({ name: 'RequestError', field });
    }
    expect(server.requests).toHaveLength(0);
  });
});

describe('Valid input', () => {
  it('is sent as it is and not modified', async () => {
    server.reply(success({ customerId: 'k' }));
    const input = Object.freeze({
      customerData: Object.freeze({ uniqueCustomerId: 'u', city: 'Köln', tags: [1, null], none: undefined }),
    });
    await client.customerPools.addCustomer(pool, input);
    expect(server.requests[0]?.body).toBe(JSON.stringify(input));
  });

  it('may contain arrays, which are not frozen', async () => {
    server.reply(success({ id: 'g' }));
    const channels = ['in_app', { name: 'fax' }];
    await client.notificationGroups.update(group, { name: 'n', description: 'd', channels });
    expect(Object.isFrozen(channels)).toBe(false);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ name: 'n', description: 'd', channels });
  });

  it.each([
    [{}, 'page=1&size=25'],
    [{ page: undefined, size: undefined, status: undefined }, 'page=1&size=25'],
    [{ page: 0, size: 100 }, 'page=0&size=100'],
    [{ page: '007', size: -0 }, 'page=007&size=0'],
    [{ search: '', status: '' }, 'status=&search=&page=1&size=25'],
    [{ search: 'ä&=+#', page: 3 }, 'search=%C3%A4%26%3D%2B%23&page=3&size=25'],
  ])('%j for a query is sent as %s', async (input, query) => {
    server.reply(success([]));
    await client.projects.listMembers({ projectId }, input);
    expect(server.requests[0]?.url.split('?')[1]).toBe(query);
  });

  it('may be omitted if no field is required', async () => {
    server.reply(success([]));
    await client.projects.listMembers({ projectId });
    await client.sendPolicies.listSubtypes({ notificationTypeId: 't' });
    await client.jobs.list({ projectId });
    expect(server.requests.map(({ url }) => url.split('?')[1])).toEqual(Array(3).fill('page=1&size=25'));
  });
});
