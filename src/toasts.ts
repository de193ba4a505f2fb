/** Registers `<nudge-toasts>`. Safe to load twice, or beside another version. */
import { register } from './elements/base/register.js';
import { NudgeToast } from './elements/toast/toast.js';
import { NudgeToasts } from './elements/toasts/toasts.js';

register('nudge-toast', NudgeToast);
register('nudge-toasts', NudgeToasts);
