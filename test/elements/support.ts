import { expect, fixture, fixtureSync, html, waitUntil as waitBriefly } from '@open-wc/testing';
import { emulateMedia, sendMouse } from '@web/test-runner-commands';
// At hand from the start, so that no test waits for it to be fetched.
import '../../src/api/customer-client.js';
import { notificationSchema, type Notification } from '../../src/api/schemas/notification.js';
import '../../src/define.js';
import type { NudgeBell } from '../../src/elements/bell/bell.js';
import type { NudgeEventMap } from '../../src/elements/base/events.js';
import type { NudgeInbox } from '../../src/elements/inbox/inbox.js';
import type { NudgeNotification } from '../../src/elements/notification/notification.js';
import { createSession, type Session, type SessionOptions } from '../../src/inbox/session.js';
import { createSandbox, type NotificationOverrides, type Sandbox } from '../../src/sandbox.js';

declare global {
  var litIssuedWarnings: Set<string> | undefined;
}

// Tests run Lit's development build, whose warnings are wanted; that it is one goes without saying.
(globalThis.litIssuedWarnings ??= new Set()).add('dev-mode');

/** A picture that the test server has, and an address that answers but is no picture. */
export const picture = new URL('./picture.svg', import.meta.url).pathname;
export const brokenPicture = '/package.json';

/** Everything that the element's shadow tree has for the selector, or that of a shadow tree within. */
export function all<Found extends Element = HTMLElement>(root: Element, selector: string): Found[] {
  return [...root.shadowRoot!.querySelectorAll<Found>(selector)];
}

/** The only one that there is for the selector; fails where there is none, or more. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as querySelector has it
export function one<Found extends Element = HTMLElement>(root: Element, selector: string): Found {
  const found = all<Found>(root, selector);
  expect(found, `${root.localName} ${selector}`).to.have.length(1);
  return found[0]!;
}

/** What a reader sees of it, without what is for those who listen alone. */
export function seen(element: Element): string {
  return (element instanceof HTMLElement ? element.innerText : '').replace(/\s+/g, ' ').trim();
}

/** Lets what is under way come to an end: answers of the sandbox, and the rendering of what they bring. */
export async function settle(rounds = 8): Promise<void> {
  for (let round = 0; round < rounds; round++) await new Promise((resolve) => setTimeout(resolve));
}

/** A moment in which the browser tells what is on the screen. */
export async function frames(count = 3): Promise<void> {
  for (let frame = 0; frame < count; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  await settle();
}

/** A record as the service might answer it, read as the widget reads it. */
export function recordOf(payload: unknown, fields: Record<string, unknown> = {}): Notification {
  return notificationSchema.parse({
    id: 'n-1',
    payload,
    createdDate: new Date(Date.now() - 120_000).toISOString(),
    isRead: true,
    ...fields,
  });
}

/** A card that shows the record of this payload. */
export function card(payload: unknown, fields: Record<string, unknown> = {}): Promise<NudgeNotification> {
  return fixture<NudgeNotification>(
    html`<nudge-notification .record=${recordOf(payload, fields)}></nudge-notification>`,
  );
}

export function emptySandbox(): Sandbox {
  return createSandbox({ seed: 'empty' });
}

/** So many notifications, the newest first in the list that comes back; `of` says what is special about each. */
export function addNotifications(
  sandbox: Sandbox,
  count: number,
  of: (index: number) => NotificationOverrides = () => ({}),
): string[] {
  return Array.from(
    { length: count },
    (_, index) => sandbox.addNotification({ payload: { title: `Title ${index}` }, ...of(index) }).id,
  );
}

export function sessionOf(sandbox: Sandbox, options: Partial<SessionOptions> = {}): Session {
  return createSession({
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(),
    ...options,
  });
}

/** Requests of the sandbox for a notification's record. */
export function asked(sandbox: Sandbox, id?: string): number {
  return sandbox.requests.filter(({ path, operation }) => operation === 7 && path.includes(id ?? '')).length;
}

export async function bellWith(session: Session | undefined, content = ''): Promise<NudgeBell> {
  const bell = await fixture<NudgeBell>(html`<nudge-bell .session=${session}>${content}</nudge-bell>`);
  await settle();
  return bell;
}

export async function inboxWith(session: Session | undefined): Promise<NudgeInbox> {
  const inbox = fixtureSync<NudgeInbox>(html`<nudge-inbox .session=${session}></nudge-inbox>`);
  await inbox.updateComplete;
  await frames();
  return inbox;
}

export const bellButton = (bell: NudgeBell): HTMLButtonElement => one<HTMLButtonElement>(bell, 'button.bell');
export const panelOf = (bell: NudgeBell): HTMLDialogElement => one<HTMLDialogElement>(bell, 'dialog');
export const inboxOf = (bell: NudgeBell): NudgeInbox => one<NudgeInbox>(bell, 'nudge-inbox');
export const cards = (inbox: Element): NudgeNotification[] =>
  all<NudgeNotification>(inbox, 'nudge-notification');
export const titles = (inbox: Element): string[] => cards(inbox).map((shown) => seen(one(shown, '.title')));

/** Whether it stands in the page for a person to see. */
export function isShown(panel: HTMLDialogElement): boolean {
  return panel.checkVisibility({ visibilityProperty: true }) && panel.getBoundingClientRect().height > 0;
}

/** Presses the mouse in the middle of the element. */
export async function press(element: Element, button: 'left' | 'middle' = 'left'): Promise<void> {
  element.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  await sendMouse({
    type: 'click',
    button,
    position: [Math.round(left + width / 2), Math.round(top + height / 2)],
  });
  await settle();
}

/** The element that has the focus, through shadow roots. */
export function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** Every event of this name from now on. */
export function heard<Name extends keyof NudgeEventMap>(
  target: EventTarget,
  name: Name,
): NudgeEventMap[Name][] {
  const events: NudgeEventMap[Name][] = [];
  target.addEventListener(name, (event) => events.push(event as NudgeEventMap[Name]));
  return events;
}

/** Keeps a press on a link from leaving the page, after everybody else has heard of it. */
export function stayHere(): { followed: string[] } {
  const followed: string[] = [];
  const stay = (event: Event): void => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (!link) return;
    if (!event.defaultPrevented) followed.push(link.href);
    event.preventDefault();
  };
  window.addEventListener('click', stay);
  window.addEventListener('auxclick', stay);
  atEnd.push(() => {
    window.removeEventListener('click', stay);
    window.removeEventListener('auxclick', stay);
  });
  return { followed };
}

const atEnd: (() => void)[] = [];

/** Puts back, once the test is over, what it replaced. */
export function replace<Owner extends object, Key extends keyof Owner>(
  owner: Owner,
  key: Key,
  value: Owner[Key],
): void {
  const before = Object.getOwnPropertyDescriptor(owner, key);
  Object.defineProperty(owner, key, { configurable: true, writable: true, value });
  atEnd.push(() => {
    if (before) Object.defineProperty(owner, key, before);
    else Reflect.deleteProperty(owner, key);
  });
}

/** What the console is told from now on, in place of telling it. */
export function warnings(): string[] {
  const told: string[] = [];
  replace(console, 'warn', (...parts: unknown[]) => void told.push(parts.join(' ')));
  return told;
}

/** Everything that reaches the window as an error that nobody caught. */
export function uncaught(): unknown[] {
  const errors: unknown[] = [];
  const keep = (event: ErrorEvent | PromiseRejectionEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    errors.push('reason' in event ? event.reason : event.error);
  };
  window.addEventListener('error', keep, true);
  window.addEventListener('unhandledrejection', keep, true);
  atEnd.push(() => {
    window.removeEventListener('error', keep, true);
    window.removeEventListener('unhandledrejection', keep, true);
  });
  return errors;
}

/** A style of the host page, until the test is over. */
export function hostStyle(rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  const before = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...before, sheet];
  atEnd.push(() => (document.adoptedStyleSheets = before));
}

/** Sets attributes of the page itself, such as its direction, until the test is over. */
export function pageAttribute(name: string, value: string): void {
  const before = document.documentElement.getAttribute(name);
  document.documentElement.setAttribute(name, value);
  atEnd.push(() => {
    if (before === null) document.documentElement.removeAttribute(name);
    else document.documentElement.setAttribute(name, before);
  });
}

interface Clock {
  /** Lets so many milliseconds go by, and all that is due in them happen. */
  pass: (duration: number) => Promise<void>;
  /** How many timers of more than a moment are waiting. */
  readonly waiting: number;
}

/** Timers that go by at the test's word. Those of no delay are left as they are: they only order what happens. */
export function clock(): Clock {
  const due = new Map<number, { time: number; run: () => void }>();
  const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
  let now = 0;
  let handle = 1_000_000;
  const set = (run: () => void, delay = 0, ...rest: unknown[]): number => {
    if (delay === 0) return realSetTimeout(run, 0, ...rest);
    due.set(++handle, { time: now + delay, run });
    return handle;
  };
  const clear = (id?: number): void => {
    if (id !== undefined && !due.delete(id)) realClearTimeout(id);
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  atEnd.push(() => Object.assign(globalThis, { setTimeout: realSetTimeout, clearTimeout: realClearTimeout }));
  return {
    get waiting() {
      return due.size;
    },
    async pass(duration) {
      const end = now + duration;
      for (;;) {
        const next = [...due]
          .filter(([, { time }]) => time <= end)
          .sort(([, a], [, b]) => a.time - b.time)[0];
        if (!next) break;
        due.delete(next[0]);
        now = next[1].time;
        next[1].run();
        await settle(3);
      }
      now = end;
      await settle();
    },
  };
}

/** Waits until it holds, for as long as a machine may take that has more to do. */
export function waitUntil(isSo: () => unknown, message?: string): Promise<void> {
  return waitBriefly(isSo, message, { timeout: 8000, interval: 10 });
}

/** The reader's wishes, among them that nothing moves: what a test measures is at rest. */
export function wish(colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
  return emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

before(() => wish());

afterEach(() => {
  for (const putBack of atEnd.splice(0).reverse()) putBack();
});
