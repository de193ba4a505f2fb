'use client';

import { createSession } from 'nudge-inbox/client';
import { useNotifications } from 'nudge-inbox/client/react';
import { useEffect, useState } from 'react';

/** A list of your own, without the elements. What is read here is read in the bell, too. */
export function NotificationList({ customerKey }: { customerKey: string }) {
  // A session starts nothing until a component is shown.
  const [session] = useState(() => createSession({ backendUrl: '/inbox', customerKey }));
  const { notifications } = session;
  const { items, unreadCount, hasMore } = useNotifications(session);

  // Loads the records of what is on the screen, in this order.
  useEffect(() => notifications.setVisible(items.map(({ id }) => id)), [notifications, items]);

  return (
    <section aria-label="Your list">
      <p>{unreadCount} unread</p>
      <ul>
        {items.map(({ id, isRead, record }) => (
          <li key={id}>
            <button disabled={isRead === true} onClick={() => notifications.markRead([id])}>
              {record ? record.payload.title : 'Loading'}
            </button>
          </li>
        ))}
      </ul>
      {hasMore && <button onClick={() => void notifications.loadMore()}>More</button>}
    </section>
  );
}
