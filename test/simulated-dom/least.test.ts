// @vitest-environment jsdom
import { describeMounting } from './mounting.js';

const globals: Record<string, unknown> = globalThis;
for (const name of [
  'matchMedia',
  'CSS',
  'ResizeObserver',
  'IntersectionObserver',
  'EventSource',
  'BroadcastChannel',
  'PointerEvent',
  // As in jsdom without `pretendToBeVisual`.
  'requestAnimationFrame',
  'cancelAnimationFrame',
])
  Reflect.deleteProperty(globals, name);
Reflect.deleteProperty(HTMLElement.prototype, 'attachInternals');
// As in jsdom before version 27.
const { matches } = Element.prototype;
Reflect.set(Element.prototype, 'matches', function matchesKnown(this: Element, selector: string): boolean {
  if (/:(modal|popover-open)/.test(selector)) throw new SyntaxError('unknown pseudo-class selector');
  return matches.call(this, selector);
});

describeMounting('a page that has least');
