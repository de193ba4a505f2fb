import type { NotificationChange } from './notification-state.js';

/** Whether the host, the device or another tab says that something is snoozed. */
export function mentionsSnoozes(change: NotificationChange): boolean {
  if ('references' in change) return change.references.some(({ snoozedUntil }) => snoozedUntil);
  if (change.type === 'synced') return change.change.snoozes.length > 0;
  return change.type === 'deviceLoaded' && change.row.snoozes.length > 0;
}
