import type { Notification } from 'nudge-inbox';
import { NudgeBell, NudgePreferences } from 'nudge-inbox/react';
import { useContext, useState } from 'react';
import { CustomerContext, type BellProps, type PreferencesProps } from './App';

// The components take properties, and listeners under React's names for events.

function InvoiceCard({ notification }: { notification: Notification }) {
  const customer = useContext(CustomerContext);
  const [count, setCount] = useState(0);
  return (
    <p style={{ margin: '12px 16px' }}>
      By hand: {notification.payload.title}{' '}
      <button onClick={() => setCount(count + 1)}>
        {customer} {count}
      </button>
    </p>
  );
}

/** A custom card for invoices. All other notifications keep the default card. */
function renderCard(notification: Notification) {
  return notification.id === 'invoice' ? <InvoiceCard notification={notification} /> : null;
}

export function Bell({ isMounted, logEvent, handleNavigate, handleAction, ...properties }: BellProps) {
  if (!isMounted) return null;
  return (
    <NudgeBell
      {...properties}
      renderNotification={renderCard}
      onNudgeOpen={logEvent}
      onNudgeClose={logEvent}
      onNudgeNavigate={handleNavigate}
      onNudgeAction={handleAction}
      onNudgeReadChange={logEvent}
      onNudgeDismissChange={logEvent}
      onNudgeUnreadCountChange={logEvent}
      onNudgeArrival={logEvent}
      onNudgePreferenceChange={logEvent}
      onNudgeError={logEvent}
    />
  );
}

export function Preferences({ isMounted, logEvent, ...properties }: PreferencesProps) {
  if (!isMounted) return null;
  return <NudgePreferences {...properties} onNudgePreferenceChange={logEvent} onNudgeError={logEvent} />;
}
