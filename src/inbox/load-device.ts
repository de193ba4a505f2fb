import type { Device } from './device/device.js';
import { warnOnce } from '../common/warn.js';

/** Makes the customer's device, which comes on its own. Without it nothing is kept. */
export async function loadDevice(customerKey: string): Promise<Device | null> {
  try {
    const { loadDevice } = await import('./load-device-now.js');
    return await loadDevice(customerKey);
  } catch {
    warnOnce('Nothing is kept on the device: its code did not load.');
    return null;
  }
}
