import { lazy } from '../common/lazy.js';

/** Loads the code that snoozes notifications on first use: few customers snooze any. The next call tries again if it fails. */
export const loadSnoozing = lazy(() => import('./notifications/snoozing.js'));
