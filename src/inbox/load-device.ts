import { lazy } from '../common/lazy.js';

/** Loads the code of the device on demand, so that a bell does not wait for it. The next call tries again if it fails. */
export const loadDevice = lazy(() => import('./device-code.js'));
