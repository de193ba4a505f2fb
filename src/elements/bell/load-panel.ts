import { warnOnce } from '../../common/warn.js';
import { hasAnchorPositioning } from './placement.js';

/** What the panel registers, beside the elements within it. */
const panelElements = 'nudge-inbox, nudge-notification, nudge-preferences';

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

/** Whether the customer saves data, or waits long for it, as far as the browser tells. */
function isSavingData(): boolean {
  const platform: { connection?: { saveData?: boolean; effectiveType?: string } } & Navigator = navigator;
  const { saveData = false, effectiveType = '' } = platform.connection ?? {};
  return saveData || effectiveType.endsWith('2g');
}

/**
 * Loads the panel at once if the page contains more of it than the bell, else when the page is idle. Where data is to be
 * saved, a pointer or the focus on the bell loads it, or an element that is added later.
 */
export function preloadPanel(): void {
  if (document.querySelector(panelElements)) loadPanel();
  else if (isSavingData()) loadWhenAdded();
  else if ('requestIdleCallback' in globalThis) requestIdleCallback(loadPanel);
  else setTimeout(loadPanel, 1000);
}

function loadWhenAdded(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(panelElements)) loadPanel();
    else if (!customElements.get('nudge-inbox')) return;
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}
