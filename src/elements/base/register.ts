import { warnOnce } from '../../common/warn.js';
import { version } from '../../version.js';

const isServer = typeof document === 'undefined';
const obstacle = isServer ? null : findObstacle();

/** Whether there is a page that can have elements: elsewhere nothing is registered, and no panel is loaded. */
export const hasPage = !isServer && obstacle === null;

/** Why a page can have no elements; null if it can. */
function findObstacle(): string | null {
  const platform: { customElements: CustomElementRegistry | null; litHtmlPolyfillSupport?: unknown } =
    globalThis;
  if (platform.customElements === null) return 'customElements is null, as in a content script';
  // Lit parses its templates by innerHTML, unless the page has given it another way.
  const isXml = document.contentType.endsWith('xml');
  return isXml && !platform.litHtmlPolyfillSupport ? `the page is ${document.contentType}` : null;
}

/** Registers a tag once. A second copy of the package on the page keeps the first one's element, with a warning. */
export function register(tag: string, element: CustomElementConstructor & { version?: string }): void {
  if (obstacle !== null) {
    warnOnce(`There are no elements here, only createSession(): ${obstacle}.`);
    return;
  }
  const registered: (CustomElementConstructor & { version?: string }) | undefined = customElements.get(tag);
  if (registered === undefined) {
    if (hasPage) customElements.define(tag, element);
  } else if (registered !== element) {
    warnOnce(
      `Loaded twice on this page: version ${registered.version ?? 'unknown'} is in use, version ${version} is left aside.`,
    );
  }
}
