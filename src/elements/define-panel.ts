import { ArrivalAlerts } from './alerts/arrival-alerts.js';
import { NudgeAvatar } from './avatar/avatar.js';
import { BellPanel } from './bell/bell-panel.js';
import type { BellParts } from './bell/bell-parts.js';
import { NudgeCard } from './card/card.js';
import { NudgeInbox } from './inbox/inbox.js';
import { NudgeList } from './list/list.js';
import { NudgeNotification } from './notification/notification.js';
import { NudgePreferences } from './preferences/preferences.js';
import { register } from './base/register.js';

/** Registers the inbox and every element that it uses, and returns the parts of the bell. Safe to call twice. */
export function definePanel(): BellParts {
  register('nudge-avatar', NudgeAvatar);
  register('nudge-card', NudgeCard);
  register('nudge-list', NudgeList);
  register('nudge-notification', NudgeNotification);
  register('nudge-preferences', NudgePreferences);
  register('nudge-inbox', NudgeInbox);
  return { BellPanel, ArrivalAlerts };
}
