import type { ArrivalAlerts } from '../alerts/arrival-alerts.js';
import type { BellPanel } from './bell-panel.js';

/** What a bell uses once it needs it. */
export interface BellParts {
  BellPanel: typeof BellPanel;
  ArrivalAlerts: typeof ArrivalAlerts;
}
