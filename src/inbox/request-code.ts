/**
 * All that sends requests, as one module to load on demand: a bell first needs its list and then the records, and would
 * otherwise wait twice for code.
 */
export { CustomerClient } from '../api/customer-client.js';
export { notificationSchema } from '../api/schemas/notification.js';
export { createMarkSavers } from './notifications/mark-saver.js';
export { RequestQueue } from './request-queue.js';
export { backendSource } from './sources/backend-source.js';
export { eventStreamSource } from './sources/event-stream-source.js';
export { pollingSource } from './sources/polling-source.js';
export { serviceWorkerSource } from './sources/service-worker-source.js';
export { loadToken } from './sources/token-url.js';
