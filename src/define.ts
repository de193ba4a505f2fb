/** Registers the bell at once, and every tag but that of the toasts when the panel has loaded. Safe to load twice, or beside another version. */
import { defineBell } from './elements/define-bell.js';

// With the types of every tag and event.
export type {} from './index.js';

defineBell();
