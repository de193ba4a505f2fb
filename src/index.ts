export * from './client.js';
export { NudgeAvatar } from './elements/avatar.js';
export { NudgeBell } from './elements/bell.js';
export type {
  ActionDetail,
  ActionName,
  ArrivalDetail,
  DismissChangeDetail,
  ErrorDetail,
  NavigateDetail,
  NudgeEventMap,
  OpenDetail,
  PreferenceChangeDetail,
  ReadChangeDetail,
  UnreadCountDetail,
} from './elements/events.js';
export { NudgeInbox } from './elements/inbox.js';
export { NudgeNotification } from './elements/notification.js';
export { NudgePreferences } from './elements/preferences.js';
export type { Placement } from './elements/placement.js';
export { registerMessages } from './localization/localization.js';
export type { Messages, PluralMessage } from './localization/messages.js';
