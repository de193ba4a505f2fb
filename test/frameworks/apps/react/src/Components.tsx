import { NudgeBell, NudgePreferences } from 'nudge-inbox/react';
import type { BellProps, PreferencesProps } from './App';

// The components take properties, and listeners under React's names for events.

export function Bell({ isMounted, logEvent, handleNavigate, handleAction, ...properties }: BellProps) {
  if (!isMounted) return null;
  return (
    <NudgeBell
      {...properties}
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
