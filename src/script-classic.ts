/** For a classic script tag: as `script.ts`, with what a second tag calls that loads the toasts. */
import { warnOnce } from './common/warn.js';
import './script.js';

async function loadToasts(): Promise<void> {
  try {
    await import('./script-toasts.js');
  } catch {
    warnOnce('The toasts could not be loaded.');
  }
}

// If this script was loaded twice, the first copy stays in use.
if (globalThis.NudgeInbox) globalThis.NudgeInbox.loadToasts ??= loadToasts;
