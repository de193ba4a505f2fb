import { NudgeBell } from './bell/bell.js';
import { loadPanelOnIdle, loadPanelWhenAdded } from './bell/load-panel.js';
import { hasPage, register } from './base/register.js';

/** Registers the bell at once, and every tag but that of the toasts when the panel has loaded. Safe to call twice. */
export function defineBell(): void {
  register('nudge-bell', NudgeBell);
  loadPanelWhenAdded();
  // Also where data is to be saved: an app may have elements in shadow roots, where nobody notices that they are added.
  if (hasPage) void loadPanelOnIdle();
}
