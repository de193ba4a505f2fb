import { expect, waitUntil as waitUntilWithin } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import { deepActiveElement, deepElementFromPoint } from '../deep.js';

declare global {
  interface Window {
    /** Errors, warnings and violations of the policy that the page has recorded: see `page.js`. */
    problems: string[];
  }
}

/** What differs between visits to the same page. */
export interface Screen {
  lang?: string;
  dir?: string;
  width?: number;
  height?: number;
  /** What stores which notifications are read. */
  stores?: 'backend' | 'device';
  /** Whether the HTML has the first page of the list. */
  hasFirstPage?: boolean;
}

interface VisitOptions extends Screen {
  /** Which page: with the module build, the classic file, or as in an older browser. */
  build: string;
}

export function waitUntil(condition: () => unknown, message: string): Promise<void> {
  return waitUntilWithin(condition, message, { timeout: 20_000, interval: 50 });
}

/** Asks the backend of the shop, or its service, to behave as no customer can make it. */
export async function simulate(change: Record<string, unknown>): Promise<void> {
  const response = await fetch('/shop/simulation', { method: 'POST', body: JSON.stringify(change) });
  expect(response.ok).to.equal(true);
}

/** Orders a product in the shop, which notifies the customer. */
export async function order(product: string): Promise<void> {
  const response = await fetch('/shop/order', { method: 'POST', body: JSON.stringify({ product }) });
  expect(response.ok).to.equal(true);
}

/** Marks everything as read, as on another device of the customer. */
export async function readAll(): Promise<void> {
  const response = await fetch('/shop/read', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids: [], isRead: true, until: new Date().toISOString() }),
  });
  expect(response.ok).to.equal(true);
}

/** The list of the shop, with the key that its backend has for its customer, who is the same on each visit. */
async function loadList(): Promise<{ customer: string }> {
  const response = await fetch('/shop/notifications');
  return (await response.json()) as { customer: string };
}

/** Deletes what an earlier visit has stored. */
async function forgetDevice(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  const deletion = indexedDB.deleteDatabase('nudge-inbox');
  await new Promise((resolve, reject) => {
    deletion.onsuccess = resolve;
    deletion.onerror = () => reject(new Error('The database was not deleted.'));
  });
}

/** All elements of the page, those in shadow roots included. */
function* elementsIn(root: Document | ShadowRoot): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* elementsIn(element.shadowRoot);
  }
}

/** Whether a person sees the element. `checkVisibility()` does not exist in the older browser. */
function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const { visibility, opacity } = getComputedStyle(element);
  return width > 1 && height > 1 && visibility === 'visible' && opacity !== '0';
}

/** The text of the element itself, without that of elements in it. */
function ownText(element: Element): string {
  const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  return texts.map(({ textContent }) => textContent).join('');
}

/**
 * A customer's visit to a page with the script tag. The page is in a frame, which has a response, a policy, a screen and a
 * focus of its own and begins at the corner of the window: a place in the frame is the same place for the mouse.
 */
export class Visit {
  readonly #frame = document.createElement('iframe');
  readonly #id = crypto.randomUUID();
  #earlierProblems: readonly string[] = [];

  async start({
    build,
    lang = 'en',
    dir = 'ltr',
    width = 800,
    height = 600,
    stores = 'backend',
    hasFirstPage = false,
  }: VisitOptions): Promise<void> {
    await forgetDevice();
    const list = await loadList();
    const query = new URLSearchParams({ visit: this.#id, build, lang, dir, stores, customer: list.customer });
    if (hasFirstPage) {
      const firstPage = { ...list, loadedDate: new Date().toISOString() };
      query.set('firstPage', JSON.stringify(firstPage));
    }
    this.#frame.src = `/page?${query.toString()}`;
    this.#frame.style.cssText = `position: fixed; inset: 0 auto auto 0; border: 0; width: ${width}px; height: ${height}px`;
    document.body.append(this.#frame);
    await this.#load();
  }

  reload(): Promise<void> {
    return this.leave(() => this.window.location.reload());
  }

  /** Waits for the next page, to which something leads. */
  async leave(act: () => unknown): Promise<void> {
    this.#earlierProblems = this.problems;
    let isLoaded = false;
    void this.#load().then(() => (isLoaded = true));
    await act();
    await waitUntil(() => isLoaded, 'The page was not left.');
  }

  /** Leaves the page. The next visit finds the shop as this one did. */
  async end(): Promise<void> {
    this.#frame.remove();
    await fetch(`/visit/end?visit=${this.#id}`);
    await simulate({ reset: true });
  }

  get window(): Window & typeof globalThis {
    const { contentWindow } = this.#frame;
    if (!contentWindow) throw new Error('The visit has ended.');
    return contentWindow as Window & typeof globalThis;
  }

  get page(): Document {
    return this.window.document;
  }

  /** Waits for a visible element with this role and a name that contains the text, and returns it. */
  async find(role: string, name: string): Promise<HTMLElement> {
    let found: HTMLElement | undefined;
    await waitUntil(() => (found = this.query(role, name)), `There is no ${role} ${name}.`);
    return found!;
  }

  query(role: string, name: string): HTMLElement | undefined {
    const isFound = (element: Element): boolean =>
      getRole(element) === role && isVisible(element) && computeAccessibleName(element).includes(name);
    return [...elementsIn(this.page)].find(isFound) as HTMLElement | undefined;
  }

  /** Whether a visible element contains the text. */
  shows(text: string): boolean {
    return [...elementsIn(this.page)].some(
      (element) => ownText(element).includes(text) && isVisible(element),
    );
  }

  /** Whether a live region says the text to a screen reader. */
  announces(text: string): boolean {
    return [...elementsIn(this.page)].some(
      (element) => getRole(element) === 'status' && element.textContent.includes(text),
    );
  }

  async expectText(text: string): Promise<void> {
    await waitUntil(() => this.shows(text), `The page does not show: ${text}`);
  }

  async expectNoText(text: string): Promise<void> {
    await waitUntil(() => !this.shows(text), `The page still shows: ${text}`);
  }

  /** Presses the element with the mouse, at its middle, once it stands still and nothing covers it there. */
  async press(role: string, name: string): Promise<void> {
    const element = await this.find(role, name);
    const middle = (): [x: number, y: number] => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    let [x, y] = [NaN, NaN];
    const isReachable = async (): Promise<boolean> => {
      // Again, since what loads above it moves it.
      element.scrollIntoView({ block: 'center' });
      const [lastX, lastY] = middle();
      // Within one frame, even what is moving stands still, and Firefox lays out some rows only in the second one.
      for (let frame = 0; frame < 3; frame += 1) await this.#nextFrame();
      [x, y] = middle();
      return x === lastX && y === lastY && this.#elementsAt(x, y).includes(element);
    };
    await waitUntil(isReachable, `${role} ${name} cannot be pressed.`);
    let pressed: Node[] = [];
    const handleClick = (event: Event): void => {
      pressed = event.composedPath() as Node[];
    };
    this.window.addEventListener('click', handleClick, { capture: true, once: true });
    await this.pressAt(x, y);
    await waitUntil(() => pressed.length > 0, `The press on ${role} ${name} meets nothing.`);
    expect(pressed.includes(element), `${role} ${name}, not ${pressed[0]?.nodeName}, is pressed`).to.equal(
      true,
    );
  }

  async pressAt(x: number, y: number): Promise<void> {
    await sendMouse({ type: 'click', position: [Math.round(x), Math.round(y)] });
  }

  async key(name: string): Promise<void> {
    await sendKeys({ press: name });
  }

  /** Presses Tab until an element has the focus that is meant. */
  async tabTo(isMeant: (element: Element) => boolean): Promise<void> {
    const isThere = (): boolean => this.focused !== null && isMeant(this.focused);
    for (let presses = 0; presses < 20 && !isThere(); presses += 1) await this.key('Tab');
    expect(isThere(), 'the focus').to.equal(true);
  }

  /** The focused element, in whichever shadow root it is. */
  get focused(): Element | null {
    return deepActiveElement(this.page);
  }

  /** Everything that went wrong on this visit, before reloads too. */
  get problems(): string[] {
    return [...this.#earlierProblems, ...this.window.problems];
  }

  /** The element that the mouse meets at this place, in whichever shadow root it is, and those around it. */
  #elementsAt(x: number, y: number): Node[] {
    const elements: Node[] = [];
    let node: Node | null = deepElementFromPoint(x, y, this.page);
    for (; node; node = node.parentNode) elements.push(node);
    return elements;
  }

  #nextFrame(): Promise<unknown> {
    return new Promise((resolve) => void this.window.requestAnimationFrame(resolve));
  }

  #load(): Promise<void> {
    return new Promise((resolve) => {
      this.#frame.addEventListener('load', () => resolve(), { once: true });
    });
  }
}
