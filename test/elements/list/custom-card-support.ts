import { fixture, html } from '@open-wc/testing';
import type { Notification } from '../../../src/api/schemas/notification.js';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { Session } from '../../../src/session/session.js';
import {
  addNotifications,
  createEmptySandbox,
  createTestSession,
  inboxOf,
  isVisible,
  panelOf,
  queryAll,
  renderInbox,
  waitUntil,
} from '../support.js';

export type OwnerTag = 'nudge-inbox' | 'nudge-bell';

export interface CustomCards {
  /** The element that the page uses. */
  owner: NudgeInbox | NudgeBell;
  /** The inbox that shows the cards. */
  inbox: NudgeInbox;
  session: Session;
  ids: string[];
  /** The cards on the page, as its scripts find them. */
  find: () => HTMLElement[];
  signals: Map<string, AbortSignal>;
}

export function createSlotted(slot: string): HTMLElement {
  const element = document.createElement('p');
  element.slot = slot;
  element.textContent = `Own ${slot}`;
  return element;
}

/** Renders an open bell, and returns it with the inbox in its panel. */
export async function renderOpenBell(session: Session): Promise<[NudgeBell, NudgeInbox]> {
  const bell = await fixture<NudgeBell>(html`<nudge-bell .session=${session} open></nudge-bell>`);
  await waitUntil(
    () => queryAll(bell, 'nudge-inbox').length === 1 && isVisible(panelOf(bell)),
    'the panel does not open',
  );
  return [bell, inboxOf(bell)];
}

/** Renders three cards of a page that returns the same element for the same notification. */
export async function renderElements(
  tag: OwnerTag,
  update: (card: HTMLElement, record: Notification) => unknown = (card) => card,
): Promise<CustomCards> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, 3);
  const session = createTestSession(sandbox, { ids });
  const signals = new Map<string, AbortSignal>();
  let owner: NudgeInbox | NudgeBell;
  let inbox: NudgeInbox;
  if (tag === 'nudge-bell') [owner, inbox] = await renderOpenBell(session);
  else owner = inbox = await renderInbox(session);
  owner.renderNotification = (record, { previous, signal }) => {
    const card = previous instanceof HTMLElement ? previous : document.createElement('div');
    if (!previous) card.innerHTML = '<p></p><input><button>Own</button>';
    card.className = 'own-card';
    card.querySelector('p')!.textContent = `${record.payload.title!} ${record.isRead ? 'old' : 'new'}`;
    card.querySelector('input')!.ariaLabel = record.id;
    signals.set(record.id, signal);
    return update(card, record);
  };
  await waitUntil(() => signals.size === 3, 'the cards are not rendered');
  const find = (): HTMLElement[] => [...owner.querySelectorAll<HTMLElement>('.own-card')];
  return { owner, inbox, session, ids, find, signals };
}
