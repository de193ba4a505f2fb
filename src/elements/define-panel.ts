import { NudgeAvatar } from './avatar/avatar.js';
import { NudgeCard } from './card/card.js';
import { NudgeInbox } from './inbox/inbox.js';
import { NudgeNotification } from './notification/notification.js';
import { NudgePreferences } from './preferences/preferences.js';
import { preloadPreferences } from '../inbox/preferences/lazy-preferences.js';
import { PreferenceStore } from '../inbox/preferences/preference-store.js';
import { register } from './base/register.js';

/** Registers every element that the panel uses. Safe to call twice. */
export function definePanel(): void {
  preloadPreferences(PreferenceStore);
  register('nudge-avatar', NudgeAvatar);
  register('nudge-card', NudgeCard);
  register('nudge-notification', NudgeNotification);
  register('nudge-preferences', NudgePreferences);
  register('nudge-inbox', NudgeInbox);
}
