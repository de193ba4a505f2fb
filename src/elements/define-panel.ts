import { NudgeAvatar } from './avatar/avatar.js';
import { BellPanel } from './bell/bell-panel.js';
import { setPanel, setPanelReady } from './bell/loaded-panel.js';
import { NudgeCard } from './card/card.js';
import { NudgeInbox } from './inbox/inbox.js';
import { NudgeNotification } from './notification/notification.js';
import { NudgePreferences } from './preferences/preferences.js';
import { whenIdle } from '../common/when-idle.js';
import { preloadFormats } from '../localization/dates.js';
import { register } from './base/register.js';

/** Gives bells their panel, and registers every element that it uses. Safe to call twice. */
export function definePanel(): void {
  setPanel(BellPanel);
  register('nudge-avatar', NudgeAvatar);
  register('nudge-card', NudgeCard);
  register('nudge-notification', NudgeNotification);
  register('nudge-preferences', NudgePreferences);
  register('nudge-inbox', NudgeInbox);
  // In a task of its own, while the first requests are under way.
  setTimeout(preloadFormats);
  whenIdle(() => {
    NudgeCard.prepare();
    setPanelReady();
  });
}
