// For servers only: no file that a browser loads may import this one.
export type { EventChannel } from './backend/stores/event-channel.js';
export { firstPageScript, type FirstPage, type FirstPageOptions } from './backend/first-page.js';
export { createInboxBackend, type InboxBackend } from './backend/inbox-backend.js';
export type { CustomerRequest } from './backend/http/router.js';
export type { InboxAction, InboxActionFunction } from './backend/action-call.js';
export { LateOutcomeError } from './backend/errors/late-outcome-error.js';
export type { GivenAnswer } from './backend/host-values.js';
export type { InboxBackendOptions, InboxGroup } from './backend/inbox-backend-options.js';
export type { CustomerDelivery, DeliveredNotification } from './backend/delivery.js';
export type {
  DeliveredAttachment,
  DeliveredButton,
  DeliveredContent,
  DeliveredPicture,
  DeliveredTag,
} from './backend/short-form.js';
export type {
  AnswerAction,
  InboxAnswer,
  InboxEvent,
  InboxReference,
  NumberedEvent,
  PendingInboxAnswer,
} from './backend/stores/inbox-event.js';
export type {
  AnswerChange,
  AnswerState,
  CustomerReferences,
  EventLimits,
  EventPosition,
  InboxCounts,
  InboxMark,
  InboxStore,
  ListPage,
  ListPosition,
  ListQuery,
  MissedEvents,
  Retention,
  StoreStats,
} from './backend/stores/inbox-store.js';
export { memoryStore } from './backend/stores/memory/memory-store.js';
export { nodeHandler } from './backend/node-handler.js';
export {
  postgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from './backend/stores/postgres/postgres-store.js';
export type { Queryable } from './backend/stores/postgres/queryable.js';
