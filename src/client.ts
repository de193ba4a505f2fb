export { CustomerClient, type CustomerClientOptions } from './api/customer-client.js';
export {
  ApiError,
  AuthenticationError,
  SignedOutError,
  ConnectionError,
  NudgeError,
  OtherCustomerError,
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
export type {
  AnswerOrigin,
  NotificationAnswer,
  NotificationItem,
  PendingAnswer,
} from './session/notifications/state/notification-item.js';
export {
  backendSource,
  type BackendSource,
  type BackendSourceOptions,
} from './session/sources/backend-source.js';
export { eventStreamSource, type EventStreamSourceOptions } from './session/sources/event-stream-source.js';
export type {
  NotificationProblem,
  NotificationState,
  NotificationStoreEvent,
} from './session/notifications/state/notification-state.js';
export {
  NotificationStore,
  type Notifications,
  type NotificationStoreOptions,
} from './session/notifications/notification-store.js';
export {
  pollingSource,
  type PollingSource,
  type PollingSourceOptions,
} from './session/sources/polling-source.js';
export type {
  PreferenceGroup,
  PreferenceState,
  PreferenceStoreEvent,
} from './session/preferences/preference-state.js';
export {
  PreferenceStore,
  type Preferences,
  type PreferenceStoreOptions,
} from './session/preferences/preference-store.js';
export {
  reconnecting,
  type SourceConnection,
  type SourceConnectionEnd,
} from './session/sources/reconnection.js';
export type { HeadersRequest, SourceHeaders, SourceRequestOptions } from './session/sources/request.js';
export {
  serviceWorkerSource,
  type ServiceWorkerSourceOptions,
} from './session/sources/service-worker-source.js';
export { createSession, type Alerts, type Session } from './session/session.js';
export type { SessionOptions } from './session/session-options.js';
export type {
  FirstPage,
  NotificationGroup,
  NotificationReference,
  NotificationSource,
  ReferencePage,
  SaveOptions,
  SourceEvent,
} from './session/sources/source.js';
export { routePath, safeLink, type SafeLink } from './common/links.js';
export { version } from './version.js';
