import type { BellPanel } from './bell-panel.js';

let panel: typeof BellPanel | undefined;

/** The class of the panel, if its code is loaded. */
export function getPanel(): typeof BellPanel | undefined {
  return panel;
}

export function setPanel(loaded: typeof BellPanel): void {
  panel = loaded;
}
