import { warnOnce } from '../common/warn.js';
import type { CustomerIdentity } from './customer-identity.js';
import type { Device } from './device/device.js';

/** Loads the code of the device on demand. Resolves with null if it does not load; then nothing is stored. */
export async function loadDevice(customerKey: string, identity: CustomerIdentity): Promise<Device | null> {
  try {
    const { openDevice } = await import('./device/open-device.js');
    return openDevice(customerKey, identity);
  } catch {
    warnOnce('Nothing is kept on the device: its code did not load.');
    return null;
  }
}
