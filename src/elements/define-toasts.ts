import { register } from './base/register.js';
import { NudgeToast } from './toast/toast.js';
import { NudgeToasts } from './toasts/toasts.js';

/** Registers `<nudge-toasts>`. Safe to call twice. */
export function defineToasts(): void {
  register('nudge-toast', NudgeToast);
  register('nudge-toasts', NudgeToasts);
}
