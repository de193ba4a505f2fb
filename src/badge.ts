/** Registers `<nudge-badge>`, which needs no other element. Safe to load twice, or beside another version. */
import { NudgeBadge } from './elements/badge/badge.js';

// With the types of every tag and event.
export type {} from './index.js';

const platform: { customElements?: CustomElementRegistry | null } = globalThis;
if (!platform.customElements?.get('nudge-badge')) platform.customElements?.define('nudge-badge', NudgeBadge);
