import { guard } from 'lit/directives/guard.js';
import {
  createSession,
  type Notification,
  type NotificationGroup,
  type NotificationReference,
  type NotificationSource,
  type Session,
} from '../src/client.js';
import { createSandbox, type NotificationFields, type Sandbox } from '../src/sandbox.js';
import { off, on } from './group-values.js';
import { extremeFields } from './extreme.js';
import { referenceNotifications } from './reference.js';

export interface StoryService {
  sandbox: Sandbox;
  session: Session;
}

/** The service of a story, in addition to the toolbars. */
export interface ServiceOptions {
  /** The values that the host sets for the groups of the service, in their order, unless the source loads them. */
  groups?: readonly Omit<NotificationGroup, 'id'>[];
  /** Ids that the host lists but the service does not know. */
  unknownIds?: readonly string[];
  source?: NotificationSource;
  /** What the host says of its notifications, in their order. */
  hints?: readonly Partial<NotificationReference>[];
  prepare?: (sandbox: Sandbox) => void;
}

/** The values of the toolbars, from the context of a story. */
type Toolbars = Readonly<Record<string, unknown>>;

const day = 24 * 60 * 60 * 1000;
/** The longest delay of a timer. */
export const maxTimeoutMs = 2 ** 31 - 1;

const startsEmpty = (data: unknown): boolean =>
  data === 'empty' || data === 'extreme' || data === 'reference';

function createFilledSandbox(data: unknown): Sandbox {
  const sandbox = createSandbox({ seed: startsEmpty(data) ? 'empty' : 'shop', pictureBase: '/pictures/' });
  if (data === 'reference')
    for (const { age, payload, isRead } of referenceNotifications)
      sandbox.addNotification({ payload, isRead, createdDate: new Date(Date.now() - age).toISOString() });
  if (data === 'extreme')
    for (const payload of extremeFields) sandbox.addNotification({ payload: payload as NotificationFields });
  if (data === 'many')
    for (let index = sandbox.notificationIds().length; index < 200; index += 1) {
      const createdDate = new Date(Date.now() - (1000 + index) * day).toISOString();
      sandbox.addNotification({ createdDate, isRead: index % 9 !== 0 });
    }
  return sandbox;
}

const idCounts: Readonly<Record<string, number>> = { few: 3, usual: 15 };

function simulateFailures(failures: unknown, sandbox: Sandbox): void {
  if (failures === 'unreachable') sandbox.offline = true;
  if (failures === 'down') sandbox.failNext({ status: 503 }, Infinity);
  if (failures === 'preferences') sandbox.failNext({ status: 400 }, Infinity, 'customer-preferences');
  if (failures === 'some')
    sandbox.notificationIds().forEach((id, index) => {
      if (index % 3 === 1) sandbox.failNext('truncated', 1, id);
    });
}

/** A separate service for a story, with a session of its customer. */
export function createService(
  options: ServiceOptions = {},
  { data = 'usual', latency = '0', failures = 'none' }: Toolbars = {},
): StoryService {
  const { groups = [on, on, on, off, on], unknownIds = [], source, hints = [], prepare } = options;
  const sandbox = createFilledSandbox(data);
  sandbox.latency = latency === 'never' ? maxTimeoutMs : Number(latency);
  simulateFailures(failures, sandbox);
  prepare?.(sandbox);
  const token = sandbox.issueToken();
  const session = createSession({
    baseUrl: sandbox.baseUrl,
    getToken: () => (failures === 'signed-out' ? null : token),
    fetch: sandbox.fetch,
    // What is done in one story must not be remembered in the next.
    memoryOnly: true,
    ids: [...unknownIds, ...sandbox.notificationIds().slice(0, idCounts[String(data)])],
    groups: source?.loadGroups
      ? undefined
      : groups.map((group, index) => ({
          ...{ id: `group-${index}`, ...sandbox.groups[index], isGroupNotificationOff: null },
          ...group,
        })),
    ...(source && { source }),
  });
  const ids = sandbox.notificationIds();
  session.notifications.add(hints.map((hint, index) => ({ id: ids[index] ?? '', ...hint })));
  return { sandbox, session };
}

/** A session for a template. It changes only when the story restarts or a toolbar changes. */
export function storySession(options: ServiceOptions, toolbars: Toolbars): unknown {
  const { data, latency, failures } = toolbars;
  return guard([options, data, latency, failures], () => createService(options, toolbars).session);
}

/** The record that the service returns for these fields. */
export async function createRecord(fields: NotificationFields, isRead = false): Promise<Notification> {
  const { sandbox, session } = createService({}, { data: 'empty' });
  const { id } = sandbox.addNotification({ payload: fields, isRead });
  return session.notifications.load(id);
}

/**
 * For a story that opens something above the page, or that shows what came of an act: pages of the documentation show it in a
 * frame of its own.
 *
 * @param height in CSS pixels
 * @param minWidth in CSS pixels; a narrower page scrolls sideways to it
 */
export const inFrame = (height: number, minWidth = 0) => ({
  docs: { story: { inline: false, height: `${height}px` } },
  minWidth,
});
