/** For a classic script tag: as `script.ts`, with the toasts, which a second tag registers. */
import './check-page.js';
import { defineToasts } from './elements/define-toasts.js';
import './script.js';

// If this script was loaded twice, the first copy stays in use.
if (globalThis.NudgeInbox) globalThis.NudgeInbox.defineToasts ??= defineToasts;
