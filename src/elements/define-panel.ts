import { NudgeAvatar } from './avatar.js';
import { NudgeInbox } from './inbox.js';
import { NudgeNotification } from './notification.js';
import { NudgePreferences } from './preferences.js';
import { register } from './register.js';

/** Registers all that a panel consists of. Safe to call twice. */
export function definePanel(): void {
  register('nudge-avatar', NudgeAvatar);
  register('nudge-notification', NudgeNotification);
  register('nudge-preferences', NudgePreferences);
  register('nudge-inbox', NudgeInbox);
}
