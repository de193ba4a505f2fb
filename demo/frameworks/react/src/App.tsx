import type { NudgeEventMap, Session } from 'nudge-inbox';
import { useEffect, useMemo, useState, type ComponentType } from 'react';
import { failOnce, lineOf, notify, renderNotification, requests, sessions, type Customer } from './service';

export interface BellProps {
  isMounted: boolean;
  session: Session;
  label: string;
  messages: { all: string };
  maxCount: number;
  renderNotification: typeof renderNotification;
  log: (event: CustomEvent<object>) => void;
  route: (event: NudgeEventMap['nudge-navigate']) => void;
  act: (event: NudgeEventMap['nudge-action']) => void;
}

export interface PreferencesProps {
  isMounted: boolean;
  session: Session;
  log: (event: CustomEvent<object>) => void;
}

interface AppProps {
  Bell: ComponentType<BellProps>;
  Preferences: ComponentType<PreferencesProps>;
}

/** What a page may set by mistake; the types would refuse it, had they not been switched off. */
const wrong: any = { session: {}, label: 5, messages: 'none', maxCount: 'many', renderNotification: 'card' };
const wrongForPreferences: any = { baseUrl: '/v1/service', getToken: () => null, ids: 'n1', groups: 7 };

export function App({ Bell, Preferences }: AppProps) {
  const [isMounted, setMounted] = useState(true);
  const [customer, setCustomer] = useState<Customer>('anna');
  const [label, setLabel] = useState('News');
  const [isWrong, setWrong] = useState(false);
  const [path, setPath] = useState('/');
  const [heard, setHeard] = useState<string[]>([]);

  const session = sessions[customer];
  const messages = useMemo(() => ({ all: `All ${label}` }), [label]);
  const right = { session, label, messages, maxCount: 9, renderNotification };
  const bell: typeof right = isWrong ? wrong : right;
  const preferences: { session: Session } = isWrong ? wrongForPreferences : { session };

  const write = (line: string) => setHeard((lines) => [...lines, line]);
  const log = (event: CustomEvent<object>) => write(lineOf(event));

  // StrictMode does it twice in development: nothing may be asked or heard twice for that.
  useEffect(() => write('mounted'), []);

  /** In an app with a router: `navigate(event.detail.url)`. */
  function route(event: NudgeEventMap['nudge-navigate']) {
    event.preventDefault();
    setPath(new URL(event.detail.url).pathname);
    log(event);
  }

  function act(event: NudgeEventMap['nudge-action']) {
    event.detail.waitUntil(Promise.resolve('approved'));
    log(event);
  }

  return (
    <>
      <header>
        <h1>React</h1>
        <Bell {...bell} isMounted={isMounted} log={log} route={route} act={act} />
      </header>
      <main>
        <Preferences {...preferences} isMounted={isMounted} log={log} />
        <p>
          Page: <output>{path}</output>
        </p>
        <p>
          <button onClick={() => setMounted(true)}>Mount</button>{' '}
          <button onClick={() => setMounted(false)}>Unmount</button>{' '}
          <button onClick={() => setCustomer(customer === 'anna' ? 'ravi' : 'anna')}>Another session</button>{' '}
          <button onClick={() => setLabel(label === 'News' ? 'Messages' : 'News')}>Another label</button>{' '}
          <button onClick={() => setWrong(!isWrong)}>Wrong types</button>{' '}
          <button onClick={() => notify(customer)}>Notify</button>{' '}
          <button onClick={failOnce}>Fail once</button>{' '}
          <button onClick={() => write(requests())}>Requests</button>
        </p>
        <ol aria-label="Log">
          {heard.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ol>
      </main>
    </>
  );
}
