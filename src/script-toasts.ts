/** The toasts for script tags, beside `script.ts`. They come with the panel: it has the cards that they show. */
import { definePanel } from './elements/define-panel.js';
import { defineToasts } from './elements/define-toasts.js';

definePanel();
defineToasts();
