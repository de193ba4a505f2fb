import { expect, fixture, html } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { Session } from '../../../src/session/session.js';
import type { SessionOptions } from '../../../src/session/session-options.js';
import type { NotificationOverrides, Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  createEmptySandbox,
  createTestSession,
  queryAll,
  queryOne,
  renderInbox,
  visibleText,
  waitUntil,
} from '../support.js';

export interface Feed {
  inbox: NudgeInbox;
  session: Session;
  sandbox: Sandbox;
  ids: string[];
}

/** Renders an inbox that may go on loading. */
export async function renderLoadingInbox(session: Session | undefined): Promise<NudgeInbox> {
  const inbox = await fixture<NudgeInbox>(html`<nudge-inbox .session=${session}></nudge-inbox>`);
  await customElements.whenDefined('nudge-inbox');
  await inbox.updateComplete;
  return inbox;
}

export interface FeedOptions extends Partial<SessionOptions> {
  height?: number;
  /** Returns who is signed in when a token is requested; null for nobody. Default: the customer of the sandbox. */
  getCustomer?: () => string | null | undefined;
}

/** Renders an inbox with a number of notifications and a fixed height in pixels, and waits until these are loaded. */
export async function renderFeed(
  count: number,
  overridesFor?: (index: number) => NotificationOverrides,
  { height = 400, getCustomer = () => undefined, ...options }: FeedOptions = {},
): Promise<Feed> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, count, overridesFor);
  const getToken = (): string | null => {
    const customer = getCustomer();
    return customer === null ? null : sandbox.issueToken(customer);
  };
  const session = createTestSession(sandbox, { ids, getToken, ...options });
  const inbox = await renderInbox(session);
  inbox.style.height = `${height}px`;
  await waitUntil(() => hasLoadedFirstPage(session) && !isLoadingInView(inbox), 'The feed goes on loading.');
  await layOut(inbox);
  return { inbox, session, sandbox, ids };
}

/** Whether the newest notifications are loaded, as far as their read state is unknown without that. */
function hasLoadedFirstPage({ notifications }: Session): boolean {
  const { items, problem } = notifications.state;
  return (
    problem !== null ||
    items.slice(0, 25).every(({ status, isRead }) => status !== 'pending' || isRead !== null)
  );
}

/** Whether something in view is loading. */
function isLoadingInView(inbox: Element): boolean {
  return queryAll(inbox, '.placeholder').some((placeholder) => isInList(inbox, placeholder));
}

/** Whether `content-visibility` still puts off a row that is in view. Firefox lays it out after the frame that reports it. */
function isSkippingInView(inbox: Element): boolean {
  return articles(inbox).some(
    (row) =>
      isInList(inbox, row) &&
      row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) === false,
  );
}

/** Whether a part of the element is in the visible part of the list. */
function isInList(inbox: Element, element: Element): boolean {
  const list = listElement(inbox).getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > Math.max(list.top, 0) && top < Math.min(list.bottom, innerHeight);
}

/** Adds new notifications with these titles, the first one on top. */
export function addArrivals({ session, sandbox }: Feed, ...titles: string[]): string[] {
  const ids = titles.map((title) => sandbox.addNotification({ payload: { title } }).id);
  session.notifications.add(ids);
  return ids;
}

export const listElement = (inbox: Element): HTMLElement => queryOne(inbox, '.list');
export const articles = (inbox: Element): HTMLElement[] => queryAll(inbox, '.feed > [role=article]');
export const articleNames = (inbox: Element): (string | null)[] =>
  articles(inbox).map(({ ariaLabel }) => ariaLabel);
export const undoText = (inbox: Element): string | null => {
  const [line] = queryAll(inbox, '.undo');
  return line ? visibleText(line) : null;
};
export const arrivalsText = (inbox: Element): string | null => {
  const [button] = queryAll(inbox, '.arrivals');
  return button ? visibleText(button) : null;
};

/** Scrolls the list, and waits until the inbox has handled that and shows what has come into view. */
export async function scrollListTo(inbox: Element, top: number): Promise<void> {
  const list = listElement(inbox);
  const { scrollTop } = list;
  const isHandled = new Promise((resolve) => list.addEventListener('scroll', resolve, { once: true }));
  list.scrollTop = top;
  if (list.scrollTop !== scrollTop) await isHandled;
  await waitUntil(() => !isLoadingInView(inbox), 'What has come into view goes on loading.');
  await layOut(inbox);
}

/**
 * Waits until the browser has laid out the rows that have come into view, which `content-visibility` puts off, and has reported
 * to all observers what is in view.
 */
export function layOut(inbox: Element): Promise<void> {
  const isLaidOut = async (): Promise<boolean> => {
    await waitForReport(inbox);
    return !isSkippingInView(inbox);
  };
  return waitUntil(isLaidOut, 'A row in view is not laid out.');
}

/** Waits until the browser has reported what is in view. It calls all observers in one task, in any order. */
function waitForReport(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      setTimeout(resolve);
    });
    observer.observe(element);
  });
}

/** Moves the pointer to the middle of the element. */
export async function hoverOver(element: Element): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect();
  await sendMouse({ type: 'move', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
  expect(element.matches(':hover'), 'the pointer hovers over it').to.be.true;
}

/** Moves the pointer to a corner, away from the elements under test. */
export async function movePointerAway(): Promise<void> {
  await sendMouse({ type: 'move', position: [790, 590] });
}

export async function pressWithModifier(modifier: string, key: string): Promise<void> {
  await sendKeys({ down: modifier });
  await sendKeys({ press: key });
  await sendKeys({ up: modifier });
}

/** Returns an array that collects all later announcements in the status regions of these elements. */
export function recordAnnouncements(...elements: Element[]): string[] {
  const announcements: string[] = [];
  for (const element of elements) {
    // Screen readers announce a live region when content is added while it is rendered.
    new MutationObserver((records) => {
      const regions = records
        .filter(({ type, addedNodes }) => type !== 'childList' || addedNodes.length > 0)
        .map(({ target }) =>
          (target instanceof Element ? target : target.parentElement)?.closest('[role=status]'),
        );
      for (const region of new Set(regions)) {
        const text = region?.textContent.replace(/\s+/g, ' ').trim();
        if (text && region?.checkVisibility()) announcements.push(text);
      }
    }).observe(element.shadowRoot!, { childList: true, characterData: true, subtree: true });
  }
  return announcements;
}

afterEach(() => resetMouse());
