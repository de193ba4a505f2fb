'use client';
/** The elements as components of React 18 and 19. Importing this registers the tags. */
import { defineBell } from './elements/define-bell.js';

export { NudgeBell, type NudgeBellProps } from './react/bell.js';
export {
  NudgeAvatar,
  NudgeInbox,
  NudgeNotification,
  NudgePreferences,
  type NudgeAvatarProps,
  type NudgeInboxProps,
  type NudgeNotificationProps,
  type NudgePreferencesProps,
} from './react/panel.js';
/** The types of what a `ref` receives. */
export type { NudgeAvatar as NudgeAvatarElement } from './elements/avatar/avatar.js';
export type { NudgeBell as NudgeBellElement } from './elements/bell/bell.js';
export type { NudgeInbox as NudgeInboxElement } from './elements/inbox/inbox.js';
export type { NudgeNotification as NudgeNotificationElement } from './elements/notification/notification.js';
export type { NudgePreferences as NudgePreferencesElement } from './elements/preferences/preferences.js';

defineBell();
