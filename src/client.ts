export { CustomerClient, type CustomerClientOptions } from './api/customer-client.js';
export {
  ApiError,
  AuthenticationError,
  SignedOutError,
  ConnectionError,
  NudgeError,
  RequestError,
  TimeoutError,
} from './api/errors.js';
// Not by name, since declarations merge with what is exported as a whole.
export type * from './api/schemas/payload-extras.js';
export { ResponseError } from './api/response-error.js';
export type {
  Notification,
  NotificationActionButton,
  NotificationActionButtons,
  NotificationAttachment,
  NotificationPayload,
  NotificationPicture,
  NotificationTag,
} from './api/schemas/notification.js';
export type { NotificationItem } from './inbox/notifications/notification-item.js';
export {
  backendSource,
  type BackendSource,
  type BackendSourceOptions,
} from './inbox/sources/backend-source.js';
export { eventStreamSource, type EventStreamSourceOptions } from './inbox/sources/event-stream-source.js';
export type {
  NotificationProblem,
  NotificationState,
  NotificationStoreEvent,
} from './inbox/notifications/notification-state.js';
export {
  NotificationStore,
  type Notifications,
  type NotificationStoreOptions,
} from './inbox/notifications/notification-store.js';
export { pollingSource, type PollingSourceOptions } from './inbox/sources/polling-source.js';
export type {
  PreferenceGroup,
  PreferenceState,
  PreferenceStoreEvent,
  PreferenceStoreOptions,
} from './inbox/preferences/preference-state.js';
export { PreferenceStore, type Preferences } from './inbox/preferences/preference-store.js';
export {
  serviceWorkerSource,
  type ServiceWorkerSourceOptions,
} from './inbox/sources/service-worker-source.js';
export { createSession, type Alerts, type Session, type SessionOptions } from './inbox/session.js';
export type {
  NotificationGroup,
  NotificationReference,
  NotificationSource,
  ReferencePage,
  SourceEvent,
} from './inbox/sources/source.js';
export { version } from './version.js';
