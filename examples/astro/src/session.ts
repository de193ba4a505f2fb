import { createSession, pollingSource, type Session } from 'nudge-inbox';

export function createCustomerSession(customerKey: string): Session {
  return createSession({
    baseUrl: '/v1/engagement',
    customerKey,
    async getToken() {
      const response = await fetch('/notification-token', {
        method: 'POST',
        // Without a content type, Astro takes the request for a form, and responds with 403.
        headers: { 'Content-Type': 'application/json' },
      });
      return response.ok ? response.text() : null;
    },
    source: {
      ...pollingSource('/notifications'),
      async setRead(ids, isRead, { signal }) {
        const response = await fetch('/notifications/read', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ ids, isRead }),
          signal,
        });
        if (!response.ok) throw new Error(`Read state was not saved: ${response.status}`);
      },
    },
  });
}
