import Lenis from 'lenis';
import 'nudge-inbox/inbox';
import { session } from './notifications';

new Lenis({ autoRaf: true });
document.querySelector('nudge-inbox')!.session = session;
