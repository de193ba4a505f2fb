/** Registers the bell at once, and every tag but that of the toasts when the panel has loaded. Safe to load twice, or beside another version. */
import { NudgeBell } from './elements/bell/bell.js';
import { loadPanelOnIdle, loadPanelWhenAdded } from './elements/bell/load-panel.js';
import { hasPage, register } from './elements/base/register.js';

// With the types of every tag and event.
export type {} from './index.js';

register('nudge-bell', NudgeBell);
loadPanelWhenAdded();
// Also where data is to be saved: an app may have elements in shadow roots, where nobody notices that they are added.
if (hasPage) void loadPanelOnIdle();
