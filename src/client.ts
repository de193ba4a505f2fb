export { CustomerClient, type CustomerClientOptions } from './api/customer-client.js';
export {
  ApiError,
  AuthenticationError,
  ConnectionError,
  NudgeError,
  RequestError,
  ResponseError,
  TimeoutError,
} from './api/errors.js';
export type {
  Notification,
  NotificationActionButton,
  NotificationActionButtons,
  NotificationAttachment,
  NotificationPayload,
  NotificationPicture,
  NotificationTag,
} from './api/schemas/notification.js';
export type { NotificationItem } from './inbox/collection.js';
export { eventStreamSource, type EventStreamSourceOptions } from './inbox/event-stream-source.js';
export type {
  NotificationProblem,
  NotificationState,
  NotificationStoreEvent,
  NotificationStoreOptions,
} from './inbox/notification-state.js';
export { NotificationStore } from './inbox/notification-store.js';
export type { Preferences } from './inbox/make-preferences.js';
export { pollingSource, type PollingSourceOptions } from './inbox/polling-source.js';
export type {
  NotificationGroup,
  PreferenceGroup,
  PreferenceState,
  PreferenceStoreEvent,
  PreferenceStoreOptions,
} from './inbox/preference-state.js';
export { PreferenceStore } from './inbox/preference-store.js';
export { serviceWorkerSource, type ServiceWorkerSourceOptions } from './inbox/service-worker-source.js';
export { createSession, type Session, type SessionOptions } from './inbox/session.js';
export type {
  NotificationReference,
  NotificationSource,
  ReferencePage,
  SourceEvent,
} from './inbox/source.js';
export { version } from './version.js';
