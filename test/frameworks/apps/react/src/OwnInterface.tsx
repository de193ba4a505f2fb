import type { Session } from 'nudge-inbox';
import { useNotifications, usePreferences, useUnreadCount } from 'nudge-inbox/client/react';

/** An interface without the elements. It shares the state of the session with them. */
export function OwnInterface({ session }: { session: Session | undefined }) {
  const { items } = useNotifications(session);
  const count = useUnreadCount(session);
  const { groups } = usePreferences(session);
  return (
    <section aria-label="Own interface">
      <p>{count} unread</p>
      <ul aria-label="Own list">
        {items.map(({ id, record }) => (
          <li key={id}>{record?.payload.title}</li>
        ))}
      </ul>
      <ul aria-label="Own groups">
        {groups.map(({ id, name, isGroupNotificationOff: isOff }) => (
          <li key={id}>
            {name}: {isOff ? 'off' : 'on'}
          </li>
        ))}
      </ul>
      <button onClick={() => session?.notifications.markAllRead()}>Read all here</button>
    </section>
  );
}
