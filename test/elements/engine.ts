import { a11ySnapshot, emulateMedia, executeServerCommand } from '@web/test-runner-commands';
import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api';
import { base } from '../../src/styles/base.js';

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

/** Returns `it`, or in other engines a replacement that skips the test. The runner prints how many were skipped. */
export function onlyIn(
  only: Engine,
  reason: string,
): (title: string, test: Mocha.Func | Mocha.AsyncFunc) => void {
  if (engine === only) return it;
  return (title, test) => it.skip(`${title} (only in ${only}: ${reason})`, test);
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
const motionRules = [...base.styleSheet!.cssRules].filter(
  (rule) => rule instanceof CSSMediaRule && rule.conditionText === reducedMotion,
);
const { matchMedia } = window;

/** Lets the media queries of our styles and scripts match, or never match. */
function reduceMotion(isReduced: boolean): void {
  const condition = isReduced ? reducedMotion : 'not all';
  for (const rule of motionRules) if (rule instanceof CSSMediaRule) rule.media.mediaText = condition;
  window.matchMedia = (query) => matchMedia.call(window, query.replace(reducedMotion, condition));
}

/** Moves the focus back to the page, if Tab has moved it to the tool bar of the browser. */
export async function focusPage(): Promise<void> {
  if (engine === 'firefox' && !document.hasFocus()) await executeServerCommand('focus-page');
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
