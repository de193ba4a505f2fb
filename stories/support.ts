import { createSession, type Notification, type NotificationSource, type Session } from '../src/client.js';
import { createSandbox, type NotificationFields, type Sandbox, type SandboxOptions } from '../src/sandbox.js';

export interface StoryService {
  sandbox: Sandbox;
  session: Session;
}

export interface ServiceOptions extends SandboxOptions {
  /** How many of the customer's notifications the host tells of. Default: all. */
  count?: number;
  /** Without a token nothing can be shown. */
  isSignedIn?: boolean;
  /** Ids that the host tells of besides those that the service knows. */
  unknownIds?: readonly string[];
  source?: NotificationSource;
  prepare?: (sandbox: Sandbox) => void;
}

/** A service of one's own for a story, with a session of its customer. */
export function createService(options: ServiceOptions = {}): StoryService {
  const { count, isSignedIn = true, unknownIds = [], source, prepare, ...sandboxOptions } = options;
  const sandbox = createSandbox(sandboxOptions);
  prepare?.(sandbox);
  const token = sandbox.issueToken();
  const session = createSession({
    baseUrl: sandbox.baseUrl,
    getToken: () => (isSignedIn ? token : null),
    fetch: sandbox.fetch,
    ids: [...unknownIds, ...sandbox.notificationIds().slice(0, count)],
    ...(source && { source }),
  });
  return { sandbox, session };
}

/** The record that the service would answer for these fields. */
export async function createRecord(fields: NotificationFields, isRead = false): Promise<Notification> {
  const { sandbox, session } = createService({ seed: 'empty' });
  const { id } = sandbox.addNotification({ payload: fields, isRead });
  return session.notifications.load(id);
}
