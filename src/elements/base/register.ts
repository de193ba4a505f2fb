import { html, render } from 'lit';
import { warnOnce } from '../../common/warn.js';
import { version } from '../../version.js';

let isAllowed: boolean | undefined;

function checkRendering(): boolean {
  if (typeof document === 'undefined') return false;
  try {
    render(html``, document.createDocumentFragment());
    return true;
  } catch {
    warnOnce('Nothing is shown: the page forbids `trusted-types nudge-inbox`.');
    return false;
  }
}

/** Whether the page's Content-Security-Policy lets Lit render, which it may not without a Trusted Types policy. */
export function canRender(): boolean {
  return (isAllowed ??= checkRendering());
}

/**
 * Registers a tag once. A second copy of the package on the page keeps the first one's element, with a warning. Where the
 * page's Content-Security-Policy forbids rendering, and on a server, nothing is registered, since every element would throw.
 */
export function register(tag: string, element: CustomElementConstructor & { version?: string }): void {
  const registered: (CustomElementConstructor & { version?: string }) | undefined = customElements.get(tag);
  if (registered === undefined) {
    if (canRender()) customElements.define(tag, element);
  } else if (registered !== element) {
    warnOnce(
      `Loaded twice on this page: version ${registered.version ?? 'unknown'} is in use, version ${version} is left aside.`,
    );
  }
}
