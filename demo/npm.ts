import 'nudge-inbox/define';
import {
  createSession,
  eventStreamSource,
  type NotificationGroup,
  type NudgeBell,
  type NudgeInbox,
  type NudgePreferences,
} from 'nudge-inbox';

const session = createSession({
  baseUrl: '/api/v1/engagement',
  customerKey: 'customer-1042',
  getToken: async () => {
    const answer = await fetch('/shop/token', { method: 'POST' });
    return answer.ok ? answer.text() : null;
  },
  source: {
    ...eventStreamSource('/shop/notification-events', { pageUrl: '/shop/notifications' }),
    setRead: async (ids, isRead) => {
      const body = JSON.stringify({ ids, isRead });
      const answer = await fetch('/shop/read', { method: 'POST', body, keepalive: true });
      if (!answer.ok) throw new Error('The shop could not keep it.');
    },
  },
});

const elements = document.querySelectorAll<NudgeBell | NudgeInbox | NudgePreferences>(
  'nudge-bell, nudge-inbox, nudge-preferences',
);
for (const element of elements) element.session = session;

// What the customer may choose from, and has chosen, as the shop knows; `shop.ts` tells it what is chosen here.
const answer = await fetch('/shop/groups');
if (answer.ok) session.preferences.setGroups((await answer.json()) as NotificationGroup[]);
