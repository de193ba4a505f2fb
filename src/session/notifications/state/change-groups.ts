import type { NotificationChange } from './notification-change.js';

type ChangeTypes = readonly NotificationChange['type'][];

/** After these, other notifications may be listed, dismissed or snoozed than before. */
export const listChanges = [
  'hostIds',
  'added',
  'pageLoaded',
  'deleted',
  'expired',
  'marked',
  'markFailed',
  'markSaved',
  'markedByHost',
  'returned',
  'deviceLoaded',
  'deviceChanged',
  'cleared',
] as const satisfies ChangeTypes;

/** What the host says. */
export const hostChanges = ['hostIds', 'added', 'pageLoaded', 'markedByHost'] as const satisfies ChangeTypes;

/**
 * Only these may have the device store something: the types of the reducer give no other change a way to say so, and `device-sync`
 * reacts to all of these.
 */
export const storedChanges = [
  'added',
  'pageLoaded',
  'deleted',
  'expired',
  'loaded',
  'failed',
  'marked',
  'markFailed',
  'markedByHost',
  'allMarked',
  'markAllEnded',
  'allSeen',
  'returned',
  'cleared',
] as const satisfies ChangeTypes;

/** After these, other records are known, or to be requested, than before. */
export const recordChanges = ['loaded', 'failed', 'retried'] as const satisfies ChangeTypes;

/** These follow from what a server has sent. */
export const serverChanges = [
  'added',
  'pageLoaded',
  'deleted',
  'deletionFailed',
  'loaded',
  'failed',
  'markSaved',
  'markFailed',
  'markedByHost',
  'markAllSaved',
  'source',
  'sourceFailed',
  'sourceReturned',
  'requests',
] as const satisfies ChangeTypes;
