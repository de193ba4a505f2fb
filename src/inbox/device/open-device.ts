import type { CustomerIdentity } from '../customer-identity.js';
import { openDatabase } from './database.js';
import { Device } from './device.js';

/** Opens what this device stores about a customer. */
export function openDevice(customerKey: string, identity: CustomerIdentity): Device {
  return new Device(customerKey, openDatabase(customerKey), identity);
}
