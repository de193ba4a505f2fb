import type { Session } from '../../session/session.js';
import { emit } from '../base/events.js';
import { sessionHosts } from '../base/session/session-controller.js';
import { isUsable } from '../base/usable.js';
import type { SessionHost } from '../base/session/session-settings.js';

interface List extends SessionHost {
  reveal: (id: string) => Promise<boolean>;
}

function isList(host: SessionHost): host is List {
  return 'reveal' in host && typeof host.reveal === 'function';
}

/** The bells and inboxes that show the session and that the customer can use, bells first. */
function findLists(session: Session | undefined): List[] {
  const lists = [...sessionHosts].flatMap(([host, controller]) =>
    isList(host) && !host.isEmbedded && controller.session === session && isUsable(host) ? [host] : [],
  );
  return lists.sort((one, other) => Number(isBell(other)) - Number(isBell(one)));
}

const isBell = (host: SessionHost): boolean => host.localName === 'nudge-bell';

/** Reveals a notification in the bell, or else in the inbox, that shows the session. Returns whether there is one. */
export function revealInList(session: Session | undefined, id: string): boolean {
  const [list] = findLists(session);
  void list?.reveal(id);
  return list !== undefined;
}

/** Opens the panel of the bell that shows the session. Returns whether there is one, also if the page keeps it closed. */
export function openBell(session: Session | undefined): boolean {
  const bell = findLists(session).find(isBell);
  if (bell && emit(bell, 'nudge-open', { reason: 'button' }, { cancelable: true }))
    Reflect.set(bell, 'open', true);
  return bell !== undefined;
}
