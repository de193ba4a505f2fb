/**
 * Registers the inbox, the notification and the preferences at once: for what sets properties only of registered tags. Safe to
 * load twice, or beside another version.
 */
import { definePanel } from './elements/define-panel.js';

// With the types of every tag and event.
export type {} from './index.js';

definePanel();
