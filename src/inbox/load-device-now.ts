import { Device } from './device/device.js';
import { openStorage } from './device/database.js';

/** In the one-file build, where everything is there at once, this stands in for `load-device`. */
export function loadDevice(customerKey: string): Promise<Device | null> {
  return Promise.resolve(new Device(customerKey, openStorage(customerKey)));
}
