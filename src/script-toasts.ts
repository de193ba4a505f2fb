/**
 * The toasts for script tags, beside `script.ts`. They come with the panel: it has the cards that they show and is where a press
 * leads to, and the bundler would split it for the sake of a file that needs only the cards.
 */
import { definePanel } from './elements/define-panel.js';
import './toasts.js';

definePanel();
