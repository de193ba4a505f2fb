import { warnOnce } from '../../common/warn.js';
import { hasAnchorPositioning } from './placement.js';

/** Loads and registers the elements of the panel, so that a page that shows only a bell does not wait for them. */
export function loadPanel(): void {
  if (customElements.get('nudge-inbox')) return;
  import('../define-panel.js').then(
    ({ definePanel }) => definePanel(),
    () => warnOnce('The panel could not be loaded; a press tries again.'),
  );
  // Until this has loaded, the panel opens out of place.
  if (!hasAnchorPositioning()) import('./position-panel.js').catch(() => undefined);
}

/** Loads the panel at once if the page contains more of it than the bell, else when the page is idle. */
export function preloadPanel(): void {
  if (document.querySelector('nudge-inbox, nudge-notification, nudge-preferences')) loadPanel();
  else if ('requestIdleCallback' in globalThis) requestIdleCallback(loadPanel);
  else setTimeout(loadPanel, 1000);
}
