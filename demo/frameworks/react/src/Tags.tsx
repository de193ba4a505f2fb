// In React 19 the tags themselves will do, where no server renders them: as React brings such a page to life it sets
// none of their properties and adds no listener (https://github.com/facebook/react/issues/35446). And React looks
// which properties there are as it makes an element, so what registers the tags has to come first.
import 'nudge-inbox/define';
import type {} from 'nudge-inbox/jsx';
import type { BellProps, PreferencesProps } from './App';

export function Bell({ isMounted, log, route, act, ...properties }: BellProps) {
  if (!isMounted) return null;
  return (
    <nudge-bell
      {...properties}
      onnudge-open={log}
      onnudge-close={log}
      onnudge-navigate={route}
      onnudge-action={act}
      onnudge-read-change={log}
      onnudge-dismiss-change={log}
      onnudge-unread-count-change={log}
      onnudge-arrival={log}
      onnudge-preference-change={log}
      onnudge-error={log}
    />
  );
}

export function Preferences({ isMounted, log, ...properties }: PreferencesProps) {
  if (!isMounted) return null;
  return <nudge-preferences {...properties} onnudge-preference-change={log} onnudge-error={log} />;
}
