import { lazy } from '../../common/lazy.js';
import { warnOnce } from '../../common/warn.js';
import { hasPage } from '../base/register.js';
import type { BellParts } from './bell-parts.js';

/** What the panel registers, beside the elements within it. */
const panelElements = 'nudge-inbox, nudge-notification, nudge-preferences';

const load = lazy(async () => {
  // Not `const { definePanel } = …`: Vite 6 breaks that if the bundler adds a `then()` to it.
  const panel = await import('../define-panel.js');
  return panel.definePanel();
});

/** Loads the panel and registers its elements, and returns the parts of the bell; undefined if they could not be loaded. */
export async function loadPanel(): Promise<BellParts | undefined> {
  try {
    return await load();
  } catch (error) {
    warnOnce(`The panel could not be loaded: reload the page. ${String(error)}`);
    return undefined;
  }
}

/** Whether the customer saves data, or waits long for it, as far as the browser says. */
export function isSavingData(): boolean {
  const platform: { connection?: { saveData?: boolean; effectiveType?: string } } & Navigator = navigator;
  const { saveData = false, effectiveType = '' } = platform.connection ?? {};
  return saveData || effectiveType.endsWith('2g');
}

/** How long to wait where the browser does not say when the page is idle, in milliseconds. */
const idleFallbackMs = 1000;

let idleLoading: Promise<BellParts | undefined> | undefined;

/** Loads the panel once when the page is idle. */
export function loadPanelOnIdle(): Promise<BellParts | undefined> {
  return (idleLoading ??= new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, idleFallbackMs);
  }).then(loadPanel));
}

let isObserved = false;

/** Loads the panel as soon as the document contains one of its elements. */
export function loadPanelWhenAdded(): void {
  if (!hasPage || isObserved) return;
  isObserved = true;
  if (document.querySelector(panelElements)) {
    void loadPanel();
    return;
  }
  // A test may end, and take away the globals, before the observer is called.
  const { document: ownDocument, customElements: registry } = globalThis;
  const observer = new MutationObserver(() => {
    if (ownDocument.querySelector(panelElements)) void loadPanel();
    else if (!registry.get('nudge-inbox')) return;
    observer.disconnect();
  });
  observer.observe(ownDocument, { childList: true, subtree: true });
}
