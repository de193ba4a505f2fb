export { eventStreamSource } from './sources/event-stream-source.js';
export { pollingSource } from './sources/polling-source.js';
export { serviceWorkerSource } from './sources/service-worker-source.js';
