/** All that a device needs, as one module to load on demand. */
export { openDevice, openMarks } from './device/device.js';
export { reduceStored } from './notifications/stored-reducer.js';
