import type { BellPanel } from './bell-panel.js';

let panel: typeof BellPanel | undefined;
let resolveLoaded: () => void;

/** Resolves when the code of the panel is loaded. */
export const panelLoaded = new Promise<void>((resolve) => (resolveLoaded = resolve));

/** The class of the panel, if its code is loaded. */
export function getPanel(): typeof BellPanel | undefined {
  return panel;
}

export function setPanel(loaded: typeof BellPanel): void {
  panel = loaded;
  resolveLoaded();
}
