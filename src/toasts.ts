/** Registers `<nudge-toasts>`. Safe to load twice, or beside another version. */
import { defineToasts } from './elements/define-toasts.js';

defineToasts();
