import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { useNotifications, usePreferences, useUnreadCount } from '../../src/client/react.js';
import type { OptionalSession } from '../../src/client/react.js';
import { createSession } from '../../src/client.js';
import { createTestSession } from './session.js';

function Counts({ session }: { session: OptionalSession }) {
  const { items, status } = useNotifications(session);
  const { groups } = usePreferences(session);
  return `${items.length} ${status} ${useUnreadCount(session)} ${groups.length}`;
}

// The app in test/frameworks/apps tests them in a browser.
describe('The React hooks', () => {
  it('render an empty list on a server and start nothing', () => {
    const { session, loads } = createTestSession('n1');
    session.notifications.add([{ id: 'n1', isRead: false }]);
    for (const given of [session, null, undefined])
      expect(renderToString(createElement(Counts, { session: given }))).toBe('0 idle 0 0');
    expect(loads()).toBe(0);
  });

  it('render on a server with a session whose addresses are paths of the page', () => {
    const session = createSession({ baseUrl: '/v1/engagement', backendUrl: '/inbox', customerKey: 'ann' });
    expect(renderToString(createElement(Counts, { session }))).toBe('0 idle 0 0');
  });
});
