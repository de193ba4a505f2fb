import 'nudge-inbox/define';
import 'nudge-inbox/toasts';
import {
  createSession,
  type NudgeBell,
  type NudgeInbox,
  type NudgePreferences,
  type NudgeToasts,
} from 'nudge-inbox';

const session = createSession({
  baseUrl: '/api/v1/engagement',
  backendUrl: '/shop',
  customerKey: document.documentElement.dataset.customerKey,
});

const elements = document.querySelectorAll<NudgeBell | NudgeInbox | NudgePreferences | NudgeToasts>(
  'nudge-bell, nudge-inbox, nudge-preferences, nudge-toasts',
);
for (const element of elements) element.session = session;
