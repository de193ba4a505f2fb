import { warnOnce } from '../../common/warn.js';
import { version } from '../../version.js';

/** Whether there is a page: on a server nothing is registered, and no panel is loaded. */
export const hasPage = typeof document !== 'undefined';

/** Registers a tag once. A second copy of the package on the page keeps the first one's element, with a warning. */
export function register(tag: string, element: CustomElementConstructor & { version?: string }): void {
  const registered: (CustomElementConstructor & { version?: string }) | undefined = customElements.get(tag);
  if (registered === undefined) {
    if (hasPage) customElements.define(tag, element);
  } else if (registered !== element) {
    warnOnce(
      `Loaded twice on this page: version ${registered.version ?? 'unknown'} is in use, version ${version} is left aside.`,
    );
  }
}
