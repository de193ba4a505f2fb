import { warnOnce } from '../common/warn.js';
import type { CustomerIdentity } from './customer-identity.js';
import type { Device } from './device/device.js';

/** Loads the code of the device, which a bell does not need to be shown. Resolves with null if it cannot be loaded. */
export async function loadDevice(customerKey: string, identity: CustomerIdentity): Promise<Device | null> {
  try {
    const { openDevice } = await import('./device/open-device.js');
    return openDevice(customerKey, identity);
  } catch {
    warnOnce('Nothing is kept on the device: its code did not load.');
    return null;
  }
}
