import { warnOnce } from '../../common/warn.js';
import { whenIdle } from '../../common/when-idle.js';
import { canRender } from '../base/register.js';
import { getPanel } from './loaded-panel.js';

/** What the panel registers, beside the elements within it. */
const panelElements = 'nudge-inbox, nudge-notification, nudge-preferences';

/**
 * Loads the panel and registers its elements, so that a page that shows only a bell does not wait for them.
 *
 * @returns whether it is loaded; false, too, on a page that does not let anything render
 */
export async function loadPanel(): Promise<boolean> {
  if (getPanel()) return true;
  if (!canRender()) return false;
  try {
    // Not `const { definePanel } = …`: Vite 6 breaks that if the bundler adds a `then()` to it.
    const panel = await import('../define-panel.js');
    panel.definePanel();
    return true;
  } catch {
    warnOnce('The panel could not be loaded; a press tries again.');
    return false;
  }
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
  if (document.querySelector(panelElements)) void loadPanel();
  else if (isSavingData()) loadWhenAdded();
  else whenIdle(() => void loadPanel());
}

function loadWhenAdded(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(panelElements)) void loadPanel();
    else if (!customElements.get('nudge-inbox')) return;
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}
