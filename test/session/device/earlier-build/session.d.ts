// Its tests call no more than what both builds have.
export { CustomerIdentity } from '../../../../src/session/customer-identity.js';
export { Database } from '../../../../src/session/device/database.js';
export { Device } from '../../../../src/session/device/device.js';
export { NotificationStore } from '../../../../src/session/notifications/notification-store.js';
