import { expect } from '@open-wc/testing';
import { resetMouse, sendMouse } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { Session, SessionOptions } from '../../../src/inbox/session.js';
import type { NotificationOverrides, Sandbox } from '../../../src/sandbox.js';
import { addNotifications, all, emptySandbox, frames, inboxWith, one, seen, sessionOf } from '../support.js';

export interface Feed {
  inbox: NudgeInbox;
  session: Session;
  sandbox: Sandbox;
  ids: string[];
}

/** An inbox of so many notifications, in a place of so many pixels. */
export async function feedOf(
  count: number,
  of?: (index: number) => NotificationOverrides,
  { height = 400, ...options }: Partial<SessionOptions> & { height?: number } = {},
): Promise<Feed> {
  const sandbox = emptySandbox();
  const ids = addNotifications(sandbox, count, of);
  const session = sessionOf(sandbox, { ids, ...options });
  const inbox = await inboxWith(session);
  inbox.style.height = `${height}px`;
  await frames();
  return { inbox, session, sandbox, ids };
}

/** Lets notifications with these titles arrive, the first of them on top. */
export function arrive({ session, sandbox }: Feed, ...titles: string[]): string[] {
  const ids = titles.map((title) => sandbox.addNotification({ payload: { title } }).id);
  session.notifications.add(ids);
  return ids;
}

export const list = (inbox: Element): HTMLElement => one(inbox, '.list');
export const articles = (inbox: Element): HTMLElement[] => all(inbox, '.feed > [role=article]');
export const names = (inbox: Element): (string | null)[] => articles(inbox).map(({ ariaLabel }) => ariaLabel);
export const undoLine = (inbox: Element): string | null => {
  const [line] = all(inbox, '.undo');
  return line ? seen(line) : null;
};
export const waiting = (inbox: Element): string | null => {
  const [button] = all(inbox, '.arrivals');
  return button ? seen(button) : null;
};

export async function scrollTo(inbox: Element, top: number): Promise<void> {
  list(inbox).scrollTop = top;
  await frames();
}

/** Moves the pointer to the middle of the element. */
export async function pointAt(element: Element): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect();
  await sendMouse({ type: 'move', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
  expect(element.matches(':hover'), 'the pointer is over it').to.be.true;
}

/** The pointer is where it disturbs nobody. */
export async function pointAway(): Promise<void> {
  await sendMouse({ type: 'move', position: [790, 590] });
}

/** Everything that is spoken from now on, in the regions of these elements. */
export function spoken(...elements: Element[]): string[] {
  const told: string[] = [];
  for (const region of elements.flatMap((element) => all(element, '[role=status]'))) {
    // A region is heard as something comes into it while it is shown.
    new MutationObserver((records) => {
      const text = region.textContent.replace(/\s+/g, ' ').trim();
      const hasMore = records.some(({ type, addedNodes }) => type !== 'childList' || addedNodes.length > 0);
      if (text && hasMore && region.checkVisibility()) told.push(text);
    }).observe(region, { childList: true, characterData: true, subtree: true });
  }
  return told;
}

afterEach(() => resetMouse());
