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
  customerKey: document.documentElement.dataset.customerKey,
  getToken: async () => {
    const response = await fetch('/shop/token', { method: 'POST' });
    return response.ok ? response.text() : null;
  },
  source: {
    ...eventStreamSource('/shop/notification-events', { pageUrl: '/shop/notifications' }),
    setRead: async (ids, isRead) => {
      const response = await fetch('/shop/read', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ids, isRead }),
        keepalive: true,
      });
      if (!response.ok) throw new Error('The shop could not save the read state.');
    },
  },
});

const elements = document.querySelectorAll<NudgeBell | NudgeInbox | NudgePreferences>(
  'nudge-bell, nudge-inbox, nudge-preferences',
);
for (const element of elements) element.session = session;

// The groups the customer can choose from, with the saved choices; `shop.ts` sends new choices to the shop.
const response = await fetch('/shop/groups');
if (response.ok) session.preferences.setGroups((await response.json()) as NotificationGroup[]);
