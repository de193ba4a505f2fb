import type { NudgeEventMap, Session } from 'nudge-inbox';
import { createContext, lazy, Suspense, useEffect, useMemo, useState, type ComponentType } from 'react';
import { OwnInterface } from './OwnInterface';
import {
  addNotification,
  failNextSave,
  formatEvent,
  formatRequests,
  renderNotification,
  sessions,
  type Customer,
} from './service';

export interface BellProps {
  isMounted: boolean;
  session: Session;
  label: string;
  messages: { all: string };
  maxCount: number;
  renderNotification: typeof renderNotification;
  logEvent: (event: CustomEvent<object>) => void;
  handleNavigate: (event: NudgeEventMap['nudge-navigate']) => void;
  handleAction: (event: NudgeEventMap['nudge-action']) => void;
}

export interface PreferencesProps {
  isMounted: boolean;
  session: Session;
  logEvent: (event: CustomEvent<object>) => void;
}

interface AppProps {
  Bell: ComponentType<BellProps>;
  Preferences: ComponentType<PreferencesProps>;
}

/** Whose notifications are shown. */
export const CustomerContext = createContext('nobody');

let loadLatePart = () => {};

/** A component whose code is loaded when a button is pressed. Until then React hides what stands beside it. */
const LatePart = lazy(
  () =>
    new Promise<{ default: ComponentType }>((resolve) => {
      loadLatePart = () => resolve({ default: () => <p>Late part</p> });
    }),
);

export function App({ Bell, Preferences }: AppProps) {
  const [isMounted, setMounted] = useState(true);
  const [customer, setCustomer] = useState<Customer>('anna');
  const [label, setLabel] = useState('News');
  const [hasLatePart, setLatePart] = useState(false);
  const [path, setPath] = useState('/');
  const [lines, setLines] = useState<string[]>([]);

  const session = sessions[customer];
  const messages = useMemo(() => ({ all: `All ${label}` }), [label]);

  const addLine = (line: string) => setLines((previous) => [...previous, line]);
  const logEvent = (event: CustomEvent<object>) => addLine(formatEvent(event));

  // In development StrictMode runs this twice. Requests and events must not repeat.
  useEffect(() => addLine('mounted'), []);

  /** In an app with a router: `navigate(event.detail.url)`. */
  function handleNavigate(event: NudgeEventMap['nudge-navigate']) {
    event.preventDefault();
    setPath(new URL(event.detail.url).pathname);
    logEvent(event);
  }

  function handleAction(event: NudgeEventMap['nudge-action']) {
    event.detail.waitUntil(Promise.resolve('approved'));
    logEvent(event);
  }

  return (
    <CustomerContext.Provider value={customer}>
      <header>
        <h1>React</h1>
        <Bell
          session={session}
          label={label}
          messages={messages}
          maxCount={9}
          renderNotification={renderNotification}
          isMounted={isMounted}
          logEvent={logEvent}
          handleNavigate={handleNavigate}
          handleAction={handleAction}
        />
      </header>
      <main>
        <Preferences session={session} isMounted={isMounted} logEvent={logEvent} />
        <Suspense fallback={<p>Loading the late part</p>}>
          {isMounted && <OwnInterface session={session} />}
          {hasLatePart && <LatePart />}
        </Suspense>
        <p>
          Page: <output>{path}</output>
        </p>
        <p>
          <button onClick={() => setMounted(true)}>Mount</button>{' '}
          <button onClick={() => setMounted(false)}>Unmount</button>{' '}
          <button onClick={() => setCustomer(customer === 'anna' ? 'ravi' : 'anna')}>Switch session</button>{' '}
          <button onClick={() => setLabel(label === 'News' ? 'Messages' : 'News')}>Switch label</button>{' '}
          <button onClick={() => addNotification(customer)}>Add notification</button>{' '}
          <button onClick={() => setLatePart(true)}>Show late part</button>{' '}
          <button onClick={() => loadLatePart()}>Load late part</button>{' '}
          <button onClick={failNextSave}>Fail next save</button>{' '}
          <button onClick={() => addLine(formatRequests())}>Log requests</button>
        </p>
        <ol aria-label="Log">
          {lines.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ol>
      </main>
    </CustomerContext.Provider>
  );
}
