import type { CustomerClient } from '../../src/api/customer-client.js';
import type { ServerClient } from '../../src/api/server/server-client.js';

// Written by hand from sections 2, 4 and 5 of the contract. Nothing is imported from the code under test.

export interface Row {
  /** Calls the operation. */
  call: (
    server: ServerClient,
    customer: CustomerClient,
    options?: { signal?: AbortSignal },
  ) => Promise<unknown>;
  auth: 'client' | 'customer';
  /** Whether it is sent again after a transient failure. Default: GET and PUT are. */
  isIdempotent?: boolean;
  /** Method and URL below the base URL. */
  request: string;
  body?: unknown;
  /** The envelope's `data`. */
  data: unknown;
  /** Present if the result is a page. */
  metaData?: { page: number; hasMore: boolean; pageSize: number; count: number };
}

const metaData = { page: 1, hasMore: false, pageSize: 25, count: 1 };
const projectId = 'p 1';
const customerPoolId = 'c/1';

const customAttribute = {
  id: 'a-1',
  fieldName: 'city',
  fieldDisplayName: 'City',
  fieldDescription: 'Where the customer lives',
  fieldType: 'string',
  organizationId: 'o-1',
  customerPoolId,
  isMandatory: false,
  createdById: 'u-1',
  createdDate: '2025-01-01T00:00:00.000Z',
  modifiedById: 'u-2',
  modifiedDate: '2025-01-02T00:00:00.000Z',
  isActive: true,
  isDeleted: false,
};

const poolAttribute = {
  id: 'a-1',
  fieldName: 'city',
  fieldDisplayName: 'City',
  isMandatory: false,
  isActive: true,
  fieldType: 'string',
  attributeType: 'CUSTOM',
  fieldDescription: 'Where the customer lives',
  organizationId: 'o-1',
  customerPoolId,
};

const customerPool = {
  id: 'c-1',
  name: 'Shop',
  description: 'Who buys',
  poolLevel: 'organization',
  globalAccess: true,
  organization: { id: 'o-1', name: 'Acme' },
  project: { id: 'p-1', name: 'Spring' },
  isOwner: true,
  accessLevel: 'no_access',
};

const notification = {
  id: 'n-1',
  payload: {
    title: 'Your order',
    subTitle: 'is on its way',
    body: 'Tomorrow.',
    avatar: [{ iconURL: 'https://x.test/a.png', fallBackName: 'Shop', iconRedirectURL: 'https://x.test' }],
    attachmentsImage: [
      { iconURL: 'https://x.test/b.png', fallBackName: 'Box', iconRedirectURL: 'https://x.test' },
    ],
    attachments: [{ type: 'pdf', fileName: 'invoice.pdf', url: 'https://x.test/c.pdf' }],
    itemRedirect: 'https://x.test/order',
    tags: [{ tagName: 'Orders', url: 'https://x.test/orders', icon: 'https://x.test/d.png' }],
    actionButtons: {
      primary: { name: 'Track', url: 'https://x.test/track', onclickAction: 'navigate' },
      secondary: { name: 'Return', url: 'https://x.test/return', onclickAction: 'navigate' },
      tertiary: { name: 'Help', url: 'https://x.test/help', onclickAction: 'navigate' },
    },
  },
  createdDate: '2025-01-01T00:00:00.000Z',
  isRead: false,
  productSpaceId: 's-1',
  uniqueCustomerId: 'u-1',
};

const cohortSegment = {
  id: 's-1',
  name: 'Adults',
  description: 'Of age',
  cohortQuery: {
    combinator: 'AND',
    rules: [
      { id: 'r-1', field: 'age', attributeId: 'a-1', operator: '>', value: '17', valueSource: 'field' },
    ],
    not: false,
  },
  queryToSql: 'age > 17',
  poolId: 'c-1',
  organizationId: 'o-1',
  projectId: 'p-1',
  createdById: 'u-1',
  createdDate: '2025-01-01T00:00:00.000Z',
  modifiedById: 'u-2',
  modifiedDate: '2025-01-02T00:00:00.000Z',
  isActive: true,
  isDeleted: false,
  customerPool: { id: 'c-1', name: 'Shop' },
};

const counts = { SECOND: 1, MINUTES: 2, HOUR: 3, DAY: 4, WEEK: 5, MONTH: 6 };
const sendPolicy = {
  id: 'sp-1',
  organizationId: 'o-1',
  notificationTypeId: 't-1',
  notificationKind: 'TRANSACTIONAL',
  channel: 'whatsApp',
  orgRules: [{ window: 'SECOND', max: 10, action: 'delay' }],
  userRules: [{ window: 'DAY', max: 3, action: 'delay' }],
  dnd: { enabled: true, startMin: 1320, endMin: 420, timezone: 'Europe/Berlin', action: 'delay' },
  allowCriticalDNDBypass: true,
  dndSubTypesByPass: [{ id: 'st-1', name: 'Alarm', parentNotificationTypeId: 't-1' }],
  entitlement: { org: counts, user: counts },
};

const subtype = {
  id: 'st-1',
  name: 'Alarm',
  description: 'Cannot wait',
  parentNotificationTypeId: 't-1',
  channelsToBypassDND: ['in_app', 'sms'],
};

const productSpace = { id: 's-1', name: 'Shop', description: 'All of it', orgId: 'o-1', code: 'SHOP' };

const member = {
  id: 'm-1',
  email: 'anna@example.com',
  firstName: 'Anna',
  lastName: 'Petrova',
  userId: 'u-1',
  countryCode: '+49',
  phoneNumber: '301234567',
};

const service = {
  serviceId: 'sv-1',
  service: {
    name: 'nudge',
    tradeName: 'Nudge',
    description: 'Tells',
    icon: 'https://x.test/i.png',
    isPublished: true,
  },
  isBillingPaused: false,
  isProjectBillingPaused: false,
  isEnabledInProject: true,
};

const job = {
  id: 'j-1',
  jobCategory: 'customer_pool',
  jobCategoryName: 'Shop',
  initiatedBy: 'Anna',
  jobType: 'import',
  latestRunTime: '2025-01-01T00:00:00.000Z',
  mediaManagerId: 'mm-1',
  failedRowsCount: 2,
  inputCustomerCount: 100,
  status: 'pending',
};

const jobDetail = (clientJobsId: string) => ({
  clientJobsId,
  GetJobByIdType: 'import',
  initiatedByName: 'Anna',
  initiatedByEmail: 'anna@example.com',
  jobCategoryType: 'customer_pool',
  modifiedDate: '2025-01-01T00:00:00.000Z',
  status: 'pending',
  errorLog: '',
  computeTime: '12',
  errorMediaManagerId: 'mm-2',
  mediaManagerId: 'mm-1',
  failedRowsCount: 2,
  inputCustomerCount: 100,
  attempts: 1,
});

const group = { name: 'News', description: 'What is new', channels: ['in_app', 'email'] };

export const rows: Record<string, Row> = {
  '#1': {
    call: (server, _, options) =>
      server.customerPools.createCustomAttributes(
        { projectId, customerPoolId },
        { customAttributes: [{ fieldName: 'city', fieldDisplayName: 'City', fieldType: 'string' }] },
        options,
      ),
    auth: 'client',
    request: 'POST /customer/projects/p%201/customer-pools/c%2F1/custom-attributes',
    body: { customAttributes: [{ fieldName: 'city', fieldDisplayName: 'City', fieldType: 'string' }] },
    data: { attributes: [customAttribute] },
  },
  '#2': {
    call: (server, _, options) =>
      server.customerPools.updateCustomAttribute(
        { projectId, customerPoolId, customAttributeId: 'a?1' },
        { fieldName: 'town', fieldDisplayName: 'Town' },
        options,
      ),
    auth: 'client',
    request: 'PATCH /customer/projects/p%201/customer-pools/c%2F1/custom-attributes/a%3F1/info',
    body: { fieldName: 'town', fieldDisplayName: 'Town' },
    data: { id: 'a?1' },
  },
  '#3': {
    call: (server, _, options) =>
      server.customerPools.addCustomer(
        { projectId, customerPoolId },
        { customerData: { uniqueCustomerId: 'u-1' } },
        options,
      ),
    auth: 'client',
    request: 'POST /customer/projects/p%201/customer-pools/c%2F1/customers',
    body: { customerData: { uniqueCustomerId: 'u-1' } },
    data: { customerId: 'k-1' },
  },
  '#4': {
    call: (server, _, options) =>
      server.customerPools.listAttributes(
        { projectId, customerPoolId },
        { attributeTypes: 'custom', search: 'a&b' },
        options,
      ),
    auth: 'client',
    request:
      'GET /customer/projects/p%201/customer-pools/c%2F1/attributes?search=a%26b&attributeTypes=custom&page=1&size=25',
    data: [poolAttribute],
    metaData,
  },
  '#5': {
    call: (server, _, options) => server.customerPools.list({ projectId }, options),
    auth: 'client',
    request: 'GET /customer/projects/p%201/customer-pools/',
    data: [customerPool],
    metaData,
  },
  '#6': {
    call: (_, customer, options) =>
      customer.preferences.setGroup('g#1', { isGroupNotificationOff: true }, options),
    auth: 'customer',
    isIdempotent: true,
    request: 'POST /nudge/customer-preferences/notification-groups/g%231',
    body: { isGroupNotificationOff: true },
    data: { status: 'saved' },
  },
  '#7': {
    call: (_, customer, options) => customer.notifications.retrieve('n-1', options),
    auth: 'customer',
    request: 'GET /nudge/in-app-notifications/n-1',
    data: notification,
  },
  '#8': {
    call: (server, _, options) =>
      server.cohortSegments.create({ projectId }, { name: 'Adults', customerPoolId }, options),
    auth: 'client',
    request: 'POST /nudge/projects/p%201/cohort-segments/',
    body: { name: 'Adults', customerPoolId: 'c/1' },
    data: { id: 's-1' },
  },
  '#9': {
    call: (server, _, options) =>
      server.cohortSegments.retrieve({ projectId, cohortSegmentId: 's-1' }, options),
    auth: 'client',
    request: 'GET /nudge/projects/p%201/cohort-segments/s-1',
    data: cohortSegment,
  },
  '#10': {
    call: (server, _, options) =>
      server.sendPolicies.updateSubtype({ subtypeId: 'st-1' }, { name: 'Alarm' }, options),
    auth: 'client',
    request: 'PUT /nudge/send-policy/subtype/st-1',
    body: { name: 'Alarm' },
    data: { id: 'st-1' },
  },
  '#11': {
    call: (server, _, options) =>
      server.sendPolicies.listSubtypes(
        { notificationTypeId: 't-1' },
        { search: 'al', page: 2, size: '50' },
        options,
      ),
    auth: 'client',
    request: 'GET /nudge/send-policy/notification-types/t-1/subtypes?search=al&page=2&size=50',
    data: [subtype],
    metaData: { page: 2, hasMore: false, pageSize: 50, count: 51 },
  },
  '#12': {
    call: (server, _, options) =>
      server.sendPolicies.retrieve({ notificationTypeId: 't-1', channel: 'whatsApp' }, options),
    auth: 'client',
    request: 'GET /nudge/send-policy/notification-types/t-1/channels/whatsApp',
    data: sendPolicy,
  },
  '#13': {
    call: (server, _, options) => server.sendPolicies.list({ notificationTypeId: 't-1' }, options),
    auth: 'client',
    request: 'GET /nudge/send-policy/notification-types/t-1',
    data: [sendPolicy],
  },
  '#14': {
    call: (server, _, options) => server.productSpaces.create({ name: 'Shop' }, options),
    auth: 'client',
    request: 'POST /opm/product-spaces/',
    body: { name: 'Shop' },
    data: productSpace,
  },
  '#15': {
    call: (server, _, options) =>
      server.projects.listMembers({ projectId }, { status: 'active', search: 'Anna P' }, options),
    auth: 'client',
    request: 'GET /opm/projects/p%201/members?status=active&search=Anna%20P&page=1&size=25',
    data: [member],
    metaData,
  },
  '#16': {
    call: (server, _, options) => server.projects.listServices({ projectId }, options),
    auth: 'client',
    request: 'GET /opm/projects/p%201/services',
    data: [service],
    metaData,
  },
  '#17': {
    call: (server, _, options) =>
      server.jobs.list(
        { projectId },
        {
          status: ['pending', 'a b'],
          jobType: [],
          jobCategory: 'customer_pool',
          timeRange: '7d',
          entityId: ['e-1', 'e-2'],
          searchJobs: 'x',
          page: '3',
          size: 10,
        },
        options,
      ),
    auth: 'client',
    request:
      'GET /nudge/projects/p%201/jobs/?status=pending&status=a%20b&jobCategory=customer_pool&timeRange=7d' +
      '&entityId=e-1&entityId=e-2&searchJobs=x&page=3&size=10',
    data: [job],
    metaData: { page: 3, hasMore: false, pageSize: 10, count: 21 },
  },
  '#18': {
    call: (server, _, options) => server.jobs.retrieve({ projectId, clientJobsId: 'j-1' }, options),
    auth: 'client',
    request: 'GET /nudge/projects/p%201/jobs/j-1',
    data: {
      currentJob: jobDetail('j-1'),
      parentJob: jobDetail('j-0'),
      childJobs: [jobDetail('j-2'), jobDetail('j-3')],
      sibblingJobs: [jobDetail('j-4')],
    },
  },
  '#19': {
    call: (server, _, options) =>
      server.media.retrieveDownloadUrl(
        { projectId },
        { context: 'failedCustomerPoolCsv', mediaManagerId: 'm/1' },
        options,
      ),
    auth: 'client',
    request:
      'GET /nudge/projects/p%201/media-manager/download-url?context=failedCustomerPoolCsv&mediaManagerId=m%2F1',
    data: { downloadUrl: 'https://files.test/x?signature=abc' },
  },
  '#20': {
    call: (server, _, options) =>
      server.targetAudienceLists.updateStatus(
        { projectId, targetAudienceListId: 'l-1' },
        { status: 'active' },
        options,
      ),
    auth: 'client',
    request: 'PATCH /nudge/projects/p%201/target-audience-lists/l-1/status?status=active',
    data: { status: 'active' },
  },
  '#21': {
    call: (server, _, options) =>
      server.notificationGroups.updateTopic(
        { projectId, notificationGroupId: 'g-1', notificationTopicId: 't-1' },
        group,
        options,
      ),
    auth: 'client',
    request: 'PUT /nudge/projects/p%201/notification-groups/g-1/notification-topics/t-1',
    body: group,
    data: { id: 't-1' },
  },
  '#22': {
    call: (server, _, options) =>
      server.notificationGroups.update({ projectId, notificationGroupId: 'g-1' }, group, options),
    auth: 'client',
    request: 'PUT /nudge/projects/p%201/notification-groups/g-1/info',
    body: group,
    data: { id: 'g-1' },
  },
  '#23': {
    call: (server, _, options) =>
      server.notificationHandlers.addRecipient(
        { projectId, notificationHandlerId: 'h-1' },
        { recipientSourceType: 'payload_based', recipientSourceId: 'r-1' },
        options,
      ),
    auth: 'client',
    request: 'POST /nudge/projects/p%201/notification-handlers/h-1/handler-recipients',
    body: { recipientSourceType: 'payload_based', recipientSourceId: 'r-1' },
    data: { id: 'h-1' },
  },
};
