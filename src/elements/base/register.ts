import { warnOnce } from '../../common/warn.js';
import { version } from '../../version.js';

/** Registers a tag once. A second copy of the package on the page keeps the first one's element, with a warning. */
export function register(tag: string, element: CustomElementConstructor & { version?: string }): void {
  const registered: (CustomElementConstructor & { version?: string }) | undefined = customElements.get(tag);
  if (registered === undefined) customElements.define(tag, element);
  else if (registered !== element) {
    warnOnce(
      `Loaded twice on this page: version ${registered.version ?? 'unknown'} is in use, version ${version} is left aside.`,
    );
  }
}
