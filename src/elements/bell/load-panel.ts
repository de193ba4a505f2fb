import { warnOnce } from '../../common/warn.js';

/**
 * Loads and registers all that a panel consists of. It comes on its own, so that a page which shows only a bell
 * does not wait for it.
 */
export function definePanelSoon(): void {
  if (customElements.get('nudge-inbox')) return;
  import('../define-panel.js').then(
    ({ definePanel }) => definePanel(),
    () => warnOnce('The panel could not be loaded; a press tries again.'),
  );
}

/** As {@link definePanelSoon}, once the page has nothing better to do. */
export function definePanelLater(): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(definePanelSoon);
  else setTimeout(definePanelSoon, 1000);
}
