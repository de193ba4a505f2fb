import { NudgeBell, NudgePreferences } from 'nudge-inbox/react';
import type { BellProps, PreferencesProps } from './App';

// Components: properties, and events by names as React has them.

export function Bell({ isMounted, log, route, act, ...properties }: BellProps) {
  if (!isMounted) return null;
  return (
    <NudgeBell
      {...properties}
      onNudgeOpen={log}
      onNudgeClose={log}
      onNudgeNavigate={route}
      onNudgeAction={act}
      onNudgeReadChange={log}
      onNudgeDismissChange={log}
      onNudgeUnreadCountChange={log}
      onNudgeArrival={log}
      onNudgePreferenceChange={log}
      onNudgeError={log}
    />
  );
}

export function Preferences({ isMounted, log, ...properties }: PreferencesProps) {
  if (!isMounted) return null;
  return <NudgePreferences {...properties} onNudgePreferenceChange={log} onNudgeError={log} />;
}
