/** Registers `<nudge-toasts>`. Safe to load twice, or beside another version. */
import { defineToasts } from './elements/define-toasts.js';

// With the types of every tag and event.
export type {} from './index.js';

defineToasts();
