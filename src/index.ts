export * from './client.js';
export { NudgeAvatar } from './elements/avatar/avatar.js';
export { NudgeBadge } from './elements/badge/badge.js';
export { NudgeBell } from './elements/bell/bell.js';
export type {
  ActionDetail,
  ActionName,
  ArrivalDetail,
  AnswerChangeDetail,
  DismissChangeDetail,
  SeenChangeDetail,
  ErrorDetail,
  NavigateDetail,
  NudgeEventMap,
  OpenDetail,
  PreferenceChangeDetail,
  ReadChangeDetail,
  SelectDetail,
  TabChangeDetail,
  UnreadCountDetail,
} from './elements/base/events.js';
export type { RenderNotification, RenderNotificationOptions } from './elements/list/custom-cards.js';
export type { InboxTab } from './elements/list/inbox-tab.js';
export { NudgeInbox } from './elements/inbox/inbox.js';
export { NudgeNotification } from './elements/notification/notification.js';
export { NudgePreferences } from './elements/preferences/preferences.js';
export { NudgeToasts } from './elements/toasts/toasts.js';
export type { Placement } from './elements/base/position.js';
export { registerMessages } from './localization/localization.js';
export type { Messages, PluralMessage } from './localization/messages.js';
