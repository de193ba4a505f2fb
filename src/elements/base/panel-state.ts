/** A panel around a list. `expected`: it is closed, and the customer is about to open it. */
export type PanelState = 'closed' | 'expected' | 'open';
