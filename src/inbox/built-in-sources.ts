export { eventStreamSource } from './event-stream-source.js';
export { pollingSource } from './polling-source.js';
export { serviceWorkerSource } from './service-worker-source.js';
