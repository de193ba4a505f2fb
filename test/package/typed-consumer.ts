// Consumer code, compiled against the declarations of the tarball. Each @ts-expect-error fails if types are lost.

export const backend = `
import { createSandbox } from 'nudge-inbox/sandbox';
import {
  ApiError,
  type Channel,
  type ListJobsInput,
  NudgeError,
  type Page,
  type ProjectMember,
  RequestError,
  ServerClient,
} from 'nudge-inbox/server';

const { baseUrl, fetch, clientKey, clientSecret, ids } = createSandbox();
const server = new ServerClient({ baseUrl, fetch, clientKey, clientSecret, arrayFormat: 'comma' });
declare const perhaps: { signal: AbortSignal | undefined; search: string | undefined };

const page: Page<ProjectMember> = await server.projects.listMembers(ids, { search: perhaps.search }, perhaps);
const count: number | null = page.count;
for await (const { email } of page) email?.toLowerCase();

const channel: Channel = 'whatsApp';
const policy = await server.sendPolicies.retrieve({ notificationTypeId: 't', channel });
const minutes: number | null | undefined = policy.entitlement?.org?.MINUTES;
const isLater: boolean = policy.channel === 'a channel of later';

const { sibblingJobs, parentJob } = await server.jobs.retrieve(ids);
const types: (string | null)[] = [...sibblingJobs, parentJob].map((job) => job?.GetJobByIdType ?? null);

const query: ListJobsInput = { status: ['pending'] as const, entityId: 'e', page: 2, size: '50' };
await server.jobs.list(ids, query, { timeout: 500 });

try {
  await server.productSpaces.create({ name: 'Shop' });
} catch (error) {
  if (error instanceof RequestError) error.field.split('.');
  else if (error instanceof ApiError) error.status.toFixed();
  else if (error instanceof NudgeError) error.operation?.split(' ');
}
void [count, minutes, isLater, types];

// @ts-expect-error This channel does not exist.
await server.sendPolicies.retrieve({ notificationTypeId: 't', channel: 'pigeon' });
// @ts-expect-error attributeTypes is missing.
await server.customerPools.listAttributes(ids, { search: 'a' });
// @ts-expect-error An id is missing.
await server.customerPools.listAttributes({ projectId: 'p' }, { attributeTypes: 'all' });
// @ts-expect-error The service spells it differently.
(await server.jobs.retrieve(ids)).siblingJobs;
// @ts-expect-error The secret is missing.
new ServerClient({ baseUrl, clientKey });
// @ts-expect-error A missing value is not null.
await server.projects.listMembers(ids, { search: null });
`;

export const website = `
import 'nudge-inbox/define';
import {
  createSession,
  eventStreamSource,
  type NotificationItem,
  type NotificationSource,
  NudgeBell,
  pollingSource,
  reconnecting,
} from 'nudge-inbox';
import { CustomerClient } from 'nudge-inbox/client';

declare module 'nudge-inbox' {
  interface NotificationPayloadExtras {
    orderId?: string;
  }
}

const baseUrl = '/v1/engagement';
const session = createSession({ baseUrl, getToken: () => null });
const bell = document.createElement('nudge-bell');
bell.session = session;
const isBell: boolean = bell instanceof NudgeBell;
bell.addEventListener('nudge-navigate', ({ detail }) => detail.url.trim());
session.notifications.state.items.map((item: NotificationItem) => item.id);

const { payload } = await new CustomerClient({ baseUrl, getToken: async () => 't' }).notifications.retrieve('n');
const title: string | null = payload.title;
const orderId: string | undefined = payload.orderId;

// A strict project passes on what may be missing, and takes the pages of one source for another.
declare const perhaps: { interval: number | undefined; pageUrl: string | undefined; isOff: boolean | undefined };
const { load } = pollingSource('/notifications', { interval: perhaps.interval, withCredentials: perhaps.isOff });
const ownSource: NotificationSource = { load, subscribe: reconnecting(({ opened }) => opened()) };
const groups = [{ id: 'offers', name: perhaps.pageUrl, isGroupNotificationOff: perhaps.isOff }];
createSession({ baseUrl, source: eventStreamSource('/events', { pageUrl: perhaps.pageUrl }), groups });
void [isBell, title, orderId, ownSource];

// @ts-expect-error Nobody has declared this field.
void payload.orderNumber;
// @ts-expect-error This property does not exist.
bell.sessions = session;
// @ts-expect-error A preference is a boolean.
await new CustomerClient({ baseUrl, getToken: () => 't' }).preferences.setGroup('g', { isGroupNotificationOff: 'no' });
`;
