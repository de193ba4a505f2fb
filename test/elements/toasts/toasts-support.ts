import { expect, fixture, html } from '@open-wc/testing';
import { resetMouse } from '@web/test-runner-commands';
import type { NudgeToasts } from '../../../src/elements/toasts/toasts.js';
import type { Session } from '../../../src/session/session.js';
import type { SessionOptions } from '../../../src/session/session-options.js';
import type { NotificationOverrides, Sandbox } from '../../../src/sandbox.js';
import '../../../src/toasts.js';
import {
  createEmptySandbox,
  createTestSession,
  installFakeTimers,
  queryAll,
  queryOne,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';

/** For how long arrivals are gathered, in milliseconds. */
export const batchMs = 100;

export interface Page {
  toasts: NudgeToasts;
  session: Session;
  sandbox: Sandbox;
}

/** The timers of the test. They are simulated, so that no toast goes because the machine is busy. */
export let timers: ReturnType<typeof installFakeTimers>;

/** Renders toasts for a session of their own, in a tab that leads. Without another duration, they stay. */
export async function renderToasts(
  properties: Partial<NudgeToasts> = {},
  options: Partial<SessionOptions> = {},
): Promise<Page> {
  const sandbox = createEmptySandbox();
  const session = createTestSession(sandbox, options);
  const toasts = await addToasts(session, properties);
  return { toasts, session, sandbox };
}

export async function addToasts(
  session: Session | undefined,
  properties: Partial<NudgeToasts> = {},
): Promise<NudgeToasts> {
  const toasts = await fixture<NudgeToasts>(html`<nudge-toasts .session=${session}></nudge-toasts>`);
  Object.assign(toasts, { duration: 0, ...properties });
  await toasts.updateComplete;
  return toasts;
}

/** Adds new notifications with these titles at once, the first one on top. */
export function arrive(
  { session, sandbox }: Pick<Page, 'session' | 'sandbox'>,
  ...titles: (string | NotificationOverrides)[]
): string[] {
  const ids = titles.map(
    (title) => sandbox.addNotification(typeof title === 'string' ? { payload: { title } } : title).id,
  );
  session.notifications.add(ids);
  return ids;
}

export const stackOf = (toasts: Element): HTMLElement => queryOne(toasts, '.stack');
export const rowsOf = (toasts: Element): HTMLElement[] => queryAll(toasts, '.list > [role=article]');
export const closeButtons = (toasts: Element): HTMLButtonElement[] =>
  queryAll<HTMLButtonElement>(toasts, '[role=article] > .close');
export const moreText = (toasts: Element): string | null => {
  const [button] = queryAll(toasts, '.more');
  return button ? visibleText(button) : null;
};

/** The accessible names of the toasts that can be seen, from top to bottom. */
export function toastNames(toasts: Element): (string | null)[] {
  if (!stackOf(toasts).matches(':popover-open')) return [];
  return rowsOf(toasts)
    .filter((row) => row.getBoundingClientRect().height > 0)
    .map(({ ariaLabel }) => ariaLabel);
}

/** Lets time pass until these toasts can be seen, from top to bottom. */
export async function waitForToasts(toasts: Element, ...names: string[]): Promise<void> {
  await waitUntil(async () => {
    await timers.advance(batchMs);
    return toastNames(toasts).join() === names.join();
  }).catch(() => undefined);
  expect(toastNames(toasts)).to.deep.equal(names);
}

/** Waits until the arrivals up to now are handled, and expects no toast of them. */
export async function expectNoToasts({ toasts, session }: Pick<Page, 'toasts' | 'session'>): Promise<void> {
  await timers.advance(batchMs);
  // A toast would come with its record.
  const { items } = session.notifications.state;
  await Promise.all(items.map(({ id }) => session.notifications.load(id).catch(() => null)));
  await waitUntil(() => !toasts.isUpdatePending);
  expect(toastNames(toasts)).to.deep.equal([]);
}

/** Makes the page hidden, or visible again. */
export function setHidden(isHidden: boolean): void {
  stubProperty(document, 'hidden', isHidden);
  stubProperty(document, 'visibilityState', isHidden ? 'hidden' : 'visible');
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  timers = installFakeTimers();
  // Without locks, this tab leads at once.
  Reflect.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
});
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'locks');
  await resetMouse();
});
