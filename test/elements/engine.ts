import { a11ySnapshot, emulateMedia, executeServerCommand } from '@web/test-runner-commands';
import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api';

/**
 * What the test runner can do in Chromium only, and what stands in for it in Firefox and WebKit. Both start with a light
 * page, reduced motion and a mouse (`scripts/engines.mjs`).
 */

type Engine = 'chromium' | 'firefox' | 'webkit';

function detectEngine(): Engine {
  if (navigator.userAgent.includes('Firefox/')) return 'firefox';
  return navigator.userAgent.includes('Chrome/') ? 'chromium' : 'webkit';
}

export const engine = detectEngine();

type DefineTest = (title: string, test: Mocha.Func | Mocha.AsyncFunc) => void;

/** Returns `it`, or in these engines a function that skips the test. The title of the test gives the reason. */
export function notIn(excluded: Engine | readonly Engine[], reason: string): DefineTest {
  if (![excluded].flat().includes(engine)) return it;
  return (title, test) => it.skip(`${title} (not in ${engine}: ${reason})`, test);
}

type ColorScheme = 'light' | 'dark';
let colorScheme: ColorScheme = 'light';

/** Emulates the color scheme with reduced motion, so that no test measures a moving element. */
export async function emulateColorScheme(scheme: ColorScheme = 'light'): Promise<void> {
  colorScheme = scheme;
  if (engine === 'chromium') await emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  else reduceMotion(true);
}

/** The declaration by which a page follows the color scheme of the device. */
export function followColorScheme(): string {
  return `color-scheme: ${engine === 'chromium' ? 'light dark' : colorScheme}`;
}

/** Emulates a device without reduced motion. */
export async function allowMotion(): Promise<void> {
  if (engine === 'chromium') await emulateMedia({ reducedMotion: 'no-preference' });
  else reduceMotion(false);
}

const reducedMotion = '(prefers-reduced-motion: reduce)';
let motionQuery = reducedMotion;
const sheets = new Set<CSSStyleSheet>();
const { matchMedia } = window;
const { replaceSync } = CSSStyleSheet.prototype;

/**
 * Lets the media queries of our scripts and styles match, or never match. Changes a style sheet only if it must: WebKit may
 * crash when one changes that a removed element has adopted.
 */
function reduceMotion(isReduced: boolean): void {
  const query = isReduced ? reducedMotion : 'not all';
  if (query === motionQuery) return;
  motionQuery = query;
  sheets.forEach(setMotionQuery);
}

function setMotionQuery(sheet: CSSStyleSheet): void {
  for (const rule of sheet.cssRules)
    if (rule instanceof CSSMediaRule && [reducedMotion, 'not all'].includes(rule.media.mediaText))
      rule.media.mediaText = motionQuery;
}

if (engine !== 'chromium') {
  window.matchMedia = (query) => matchMedia.call(window, query.replace(reducedMotion, motionQuery));
  CSSStyleSheet.prototype.replaceSync = function (text) {
    replaceSync.call(this, text);
    sheets.add(this);
    setMotionQuery(this);
  };
}

/** Moves the focus back to the page, if Tab has moved it to the tool bar of the browser. */
export async function focusPage(): Promise<void> {
  if (!document.hasFocus()) await executeServerCommand('focus-page');
}

export interface AccessibleNode {
  role: string;
  name: string;
  description?: string;
  checked?: boolean;
  haspopup?: string;
}

interface SnapshotNode extends AccessibleNode {
  children?: SnapshotNode[];
}

/** Returns the accessibility tree of the page as a list, computed from the elements where it cannot be read. */
export async function accessibilityTree(): Promise<AccessibleNode[]> {
  if (engine !== 'chromium') return [...computeNodes(document.body)];
  const takeSnapshot: (options: object) => Promise<unknown> = a11ySnapshot;
  const flatten = ({ children = [], ...node }: SnapshotNode): AccessibleNode[] => [
    node,
    ...children.flatMap(flatten),
  ];
  return flatten((await takeSnapshot({})) as SnapshotNode);
}

function* computeNodes(element: Element): Generator<AccessibleNode> {
  if (element.ariaHidden === 'true' || element.hasAttribute('inert')) return;
  const role = getRole(element);
  if (role && element.checkVisibility({ visibilityProperty: true })) {
    const description = computeAccessibleDescription(element);
    yield {
      role,
      name: computeAccessibleName(element),
      ...(description && { description }),
      ...(element.ariaChecked && { checked: element.ariaChecked === 'true' }),
      ...(element.ariaHasPopup && { haspopup: element.ariaHasPopup }),
    };
  }
  const children = element instanceof HTMLSlotElement ? element.assignedElements() : [];
  for (const child of children.length > 0 ? children : (element.shadowRoot ?? element).children) {
    yield* computeNodes(child);
  }
}

/** Returns the selected text, which lies in one of these shadow roots: in WebKit, the string of the selection is empty. */
export function selectedText(...shadowRoots: ShadowRoot[]): string {
  const selection = getSelection();
  if (engine !== 'webkit') return String(selection);
  const [range] = selection?.getComposedRanges({ shadowRoots }) ?? [];
  return range?.startContainer.textContent?.slice(range.startOffset, range.endOffset) ?? '';
}
