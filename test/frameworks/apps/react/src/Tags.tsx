// React 19 can use the tags directly, but not on pages that a server renders: when React hydrates them it sets no
// properties and adds no listeners (https://github.com/facebook/react/issues/35446). React looks for properties when it
// creates an element, so import the modules that register the tags first.
import 'nudge-inbox/define';
import 'nudge-inbox/inbox';
import type {} from 'nudge-inbox/jsx';
import type { BellProps, PreferencesProps } from './App';

export function Bell({ isMounted, logEvent, handleNavigate, handleAction, ...properties }: BellProps) {
  if (!isMounted) return null;
  return (
    <nudge-bell
      {...properties}
      onnudge-open={logEvent}
      onnudge-close={logEvent}
      onnudge-navigate={handleNavigate}
      onnudge-action={handleAction}
      onnudge-read-change={logEvent}
      onnudge-dismiss-change={logEvent}
      onnudge-unread-count-change={logEvent}
      onnudge-arrival={logEvent}
      onnudge-preference-change={logEvent}
      onnudge-error={logEvent}
    />
  );
}

export function Preferences({ isMounted, logEvent, ...properties }: PreferencesProps) {
  if (!isMounted) return null;
  return <nudge-preferences {...properties} onnudge-preference-change={logEvent} onnudge-error={logEvent} />;
}
