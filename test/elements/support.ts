import { chai, expect, fixture, html } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { notificationSchema, type Notification } from '../../src/api/schemas/notification.js';
import '../../src/define.js';
import type { NudgeBell } from '../../src/elements/bell/bell.js';
import type { NudgeEventMap } from '../../src/elements/base/events.js';
import type { NudgeCard } from '../../src/elements/card/card.js';
import { definePanel } from '../../src/elements/define-panel.js';
import type { NudgeInbox } from '../../src/elements/inbox/inbox.js';
import type { NudgeNotification } from '../../src/elements/notification/notification.js';
import { renderAfterFirstFrame } from '../../src/elements/shared/render-after-first-frame.js';
import { createSession } from '../../src/session/session.js';
import type { Session } from '../../src/session/session.js';
import type { SessionOptions } from '../../src/session/session-options.js';
import { createSandbox, type NotificationOverrides, type Sandbox } from '../../src/sandbox.js';
import { deepElementFromPoint } from '../deep.js';
import { emulateColorScheme, engine, focusPage } from './engine.js';

export { deepActiveElement } from '../deep.js';

// Every element is there before a test begins.
definePanel();

/** The path of an image on the test server, and a path that responds with something other than an image. */
export const pictureUrl = '/test/elements/picture.svg';
export const brokenPictureUrl = '/package.json';

/** Returns all elements in the shadow tree of `root` that match the selector. */
export function queryAll<Match extends Element = HTMLElement>(root: Element, selector: string): Match[] {
  return [...root.shadowRoot!.querySelectorAll<Match>(selector)];
}

/** Returns the only match in the shadow tree of `root`. Fails if there is none, or more than one. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- same signature as querySelector
export function queryOne<Match extends Element = HTMLElement>(root: Element, selector: string): Match {
  const matches = queryAll<Match>(root, selector);
  expect(matches, `${root.localName} ${selector}`).to.have.length(1);
  return matches[0]!;
}

/** Returns the rendered text of the element with whitespace collapsed. */
export function visibleText(element: Element): string {
  return (element instanceof HTMLElement ? element.innerText : '').replace(/\s+/g, ' ').trim();
}

async function waitForTimers(count: number): Promise<void> {
  for (let timer = 0; timer < count; timer++) await new Promise((resolve) => setTimeout(resolve));
}

/** Creates a record as the service returns it, parsed by the schema of the client. */
export function createRecord(payload: unknown, fields: Record<string, unknown> = {}): Notification {
  return notificationSchema.parse({
    id: 'n-1',
    payload,
    createdDate: new Date(Date.now() - 120_000).toISOString(),
    isRead: true,
    ...fields,
  });
}

/** Renders a `<nudge-notification>` with a record of this payload. */
export function renderCard(
  payload: unknown,
  fields: Record<string, unknown> = {},
): Promise<NudgeNotification> {
  return fixture<NudgeNotification>(
    html`<nudge-notification .record=${createRecord(payload, fields)}></nudge-notification>`,
  );
}

export function createEmptySandbox(): Sandbox {
  return createSandbox({ seed: 'empty' });
}

/** Adds notifications to the sandbox and returns their ids, newest first. */
export function addNotifications(
  sandbox: Sandbox,
  count: number,
  overridesFor: (index: number) => NotificationOverrides = () => ({}),
): string[] {
  return Array.from(
    { length: count },
    (_, index) =>
      sandbox.addNotification({ payload: { title: `Title ${index}` }, ...overridesFor(index) }).id,
  );
}

export function createTestSession(sandbox: Sandbox, options: Partial<SessionOptions> = {}): Session {
  return createSession({
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(),
    // What one test does must not be remembered in the next, unless it names a customer of its own.
    memoryOnly: !options.customerKey,
    ...options,
  });
}

/** Counts the requests for notification records (operation #7), or for the record of one id. */
export function countRequests(sandbox: Sandbox, id?: string): number {
  return sandbox.requests.filter(({ path, operation }) => operation === 7 && path.includes(id ?? '')).length;
}

export function renderBell(session: Session | undefined, content = ''): Promise<NudgeBell> {
  return fixture<NudgeBell>(html`<nudge-bell .session=${session}>${content}</nudge-bell>`);
}

/** Renders an inbox and waits until it shows what it has to show. For one that goes on loading, use `fixture()`. */
export async function renderInbox(session: Session | undefined): Promise<NudgeInbox> {
  const inbox = await fixture<NudgeInbox>(html`<nudge-inbox .session=${session}></nudge-inbox>`);
  await waitUntil(
    () => session?.notifications.state.status !== 'loading' && !showsPlaceholder(inbox),
    'The inbox goes on loading.',
  );
  return inbox;
}

/** Whether a notification that is being loaded is in view. */
function showsPlaceholder(inbox: NudgeInbox): boolean {
  const { top, bottom } = inbox.getBoundingClientRect();
  return queryAll(inbox, '.placeholder').some((placeholder) => {
    const { top: start, bottom: end } = placeholder.getBoundingClientRect();
    return end > Math.max(top, 0) && start < Math.min(bottom, innerHeight);
  });
}

export const bellButton = (bell: NudgeBell): HTMLButtonElement =>
  queryOne<HTMLButtonElement>(bell, 'button.bell');
export const panelOf = (bell: NudgeBell): HTMLDialogElement => queryOne<HTMLDialogElement>(bell, 'dialog');
export const inboxOf = (bell: NudgeBell): NudgeInbox => queryOne<NudgeInbox>(bell, 'nudge-inbox');
export const cards = (inbox: Element): NudgeCard[] => queryAll<NudgeCard>(inbox, 'nudge-card');
export const cardTitles = (inbox: Element): string[] =>
  cards(inbox).map((card) => visibleText(queryOne(card, '.title')));

/** Whether the panel is rendered and has a height. */
export function isVisible(panel: HTMLElement): boolean {
  return panel.checkVisibility({ visibilityProperty: true }) && panel.getBoundingClientRect().height > 0;
}

/** Moves the mouse to the middle of an element. */
export async function hoverOver(element: Element): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect();
  const position: [number, number] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  await sendMouse({ type: 'move', position });
}

/** Clicks the middle of the element with the mouse. */
export async function clickOn(element: Element, button: 'left' | 'middle' = 'left'): Promise<void> {
  element.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  // WebKit's driver reports the release of the middle button as that of the left one.
  if (engine === 'webkit' && button === 'middle') {
    const options = { bubbles: true, composed: true, cancelable: true, button: 1 };
    deepElementFromPoint(x, y)!.dispatchEvent(new MouseEvent('auxclick', options));
  } else {
    await sendMouse({ type: 'click', button, position: [x, y] });
  }
}

/** Returns an array that collects all later events of this name. */
export function recordEvents<Name extends keyof NudgeEventMap>(
  target: EventTarget,
  name: Name,
): NudgeEventMap[Name][] {
  const events: NudgeEventMap[Name][] = [];
  target.addEventListener(name, (event) => events.push(event as NudgeEventMap[Name]));
  return events;
}

/** Records which links a click would follow, and cancels the navigation after all other listeners have run. */
export function preventNavigation(): { followedUrls: string[] } {
  const followedUrls: string[] = [];
  const cancelNavigation = (event: Event): void => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (!link) return;
    if (!event.defaultPrevented) followedUrls.push(link.href);
    event.preventDefault();
  };
  window.addEventListener('click', cancelNavigation);
  window.addEventListener('auxclick', cancelNavigation);
  cleanups.push(() => {
    window.removeEventListener('click', cancelNavigation);
    window.removeEventListener('auxclick', cancelNavigation);
  });
  return { followedUrls };
}

const cleanups: (() => void)[] = [];

/** Replaces a property until the end of the test. */
export function stubProperty<Owner extends object, Key extends keyof Owner>(
  owner: Owner,
  key: Key,
  value: Owner[Key],
): void {
  const previous = Object.getOwnPropertyDescriptor(owner, key);
  Object.defineProperty(owner, key, { configurable: true, writable: true, value });
  cleanups.push(() => {
    if (previous) Object.defineProperty(owner, key, previous);
    else Reflect.deleteProperty(owner, key);
  });
}

/** Takes the network away, or gives it back. The browser says so. */
export function setOffline(sandbox: Sandbox, isOffline: boolean): void {
  sandbox.offline = isOffline;
  stubProperty(navigator, 'onLine', !isOffline);
  window.dispatchEvent(new Event(isOffline ? 'offline' : 'online'));
}

/** Returns an array that collects all later console warnings instead of printing them. */
export function recordWarnings(): string[] {
  const recorded: string[] = [];
  stubProperty(console, 'warn', (...messages: unknown[]) => void recorded.push(messages.join(' ')));
  return recorded;
}

/** Returns an array that collects all uncaught errors and unhandled rejections. */
export function recordUncaughtErrors(): unknown[] {
  const errors: unknown[] = [];
  const recordError = (event: ErrorEvent | PromiseRejectionEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    errors.push('reason' in event ? event.reason : event.error);
  };
  window.addEventListener('error', recordError, true);
  window.addEventListener('unhandledrejection', recordError, true);
  cleanups.push(() => {
    window.removeEventListener('error', recordError, true);
    window.removeEventListener('unhandledrejection', recordError, true);
  });
  return errors;
}

/** Adds a style sheet to the host page until the end of the test. */
export function addHostStyle(rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  const previous = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...previous, sheet];
  cleanups.push(() => (document.adoptedStyleSheets = previous));
}

/** Sets an attribute of `<html>`, such as `dir`, until the end of the test. */
export function setPageAttribute(name: string, value: string): void {
  const previous = document.documentElement.getAttribute(name);
  document.documentElement.setAttribute(name, value);
  cleanups.push(() => {
    if (previous === null) document.documentElement.removeAttribute(name);
    else document.documentElement.setAttribute(name, previous);
  });
}

interface FakeTimers {
  /** Advances the time and runs all timers that become due. */
  advance: (durationMs: number) => Promise<void>;
  /** The number of pending timers with a delay. */
  readonly pendingCount: number;
}

/** Never the same twice: what an earlier test has left may clear its timers late. */
let lastHandle = 1_000_000;

/** Replaces timers until the end of the test. Timers without a delay stay real: they only order tasks. */
export function installFakeTimers(): FakeTimers {
  const pending = new Map<number, { time: number; run: () => void }>();
  const { setTimeout: originalSetTimeout, clearTimeout: originalClearTimeout } = globalThis;
  let nowMs = 0;
  const set = (run: () => void, delay = 0, ...callbackArguments: unknown[]): number => {
    if (delay === 0) return originalSetTimeout(run, 0, ...callbackArguments);
    pending.set(++lastHandle, { time: nowMs + delay, run });
    return lastHandle;
  };
  const clear = (id?: number): void => {
    if (id !== undefined && !pending.delete(id)) originalClearTimeout(id);
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  cleanups.push(() =>
    Object.assign(globalThis, { setTimeout: originalSetTimeout, clearTimeout: originalClearTimeout }),
  );
  return {
    get pendingCount() {
      return pending.size;
    },
    async advance(durationMs) {
      const endMs = nowMs + durationMs;
      for (;;) {
        const next = [...pending]
          .filter(([, { time }]) => time <= endMs)
          .sort(([, a], [, b]) => a.time - b.time)[0];
        if (!next) break;
        pending.delete(next[0]);
        nowMs = next[1].time;
        next[1].run();
        // What a timer starts may set the next one.
        await waitForTimers(3);
      }
      nowMs = endMs;
    },
  };
}

/**
 * Holds each animation of a script at its start, so that no test depends on how long it takes.
 *
 * @returns a function that lets them go on
 */
export function holdAnimations(): () => void {
  const { animate } = Element.prototype;
  const held: Animation[] = [];
  stubProperty(Element.prototype, 'animate', function (this: Element, ...parameters) {
    const animation = animate.apply(this, parameters);
    animation.pause();
    held.push(animation);
    return animation;
  });
  return () => {
    Element.prototype.animate = animate;
    for (const animation of held) if (animation.playState === 'paused') animation.play();
  };
}

/** Waits until the function returns this value. If it does not, the error shows what it returned last. */
export async function expectEventually<T>(read: () => T, expected: T, message?: string): Promise<void> {
  await waitUntil(() => chai.util.eql(read(), expected)).catch(() => undefined);
  expect(read(), message).to.deep.equal(expected);
}

/** Waits for the condition, also under fake timers, with a timeout that a busy machine can meet. */
export async function waitUntil(condition: () => unknown, message = 'waited in vain'): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(message);
    // No message: what lasts only a moment must not pass meanwhile.
    await waitForTimers(3);
  }
}

before(() => emulateColorScheme());
// As after the first card of a page: no test but its own waits for the first text by Intl.
before(() => waitUntil(() => renderAfterFirstFrame(() => true, null) === true, 'no text by Intl is shown'));

// Tab may have moved the focus from the page to the browser.
if (engine === 'firefox') beforeEach(() => focusPage());

afterEach(() => {
  for (const cleanUp of cleanups.splice(0).reverse()) cleanUp();
});
