import type { BellPanel } from './bell-panel.js';

let panel: typeof BellPanel | undefined;
let resolveReady: () => void;

/** Resolves when the code of the panel is loaded, and the page has been idle since: bells create theirs then. */
export const panelReady = new Promise<void>((resolve) => (resolveReady = resolve));

/** The class of the panel, if its code is loaded. */
export function getPanel(): typeof BellPanel | undefined {
  return panel;
}

export function setPanel(loaded: typeof BellPanel): void {
  panel = loaded;
}

export function setPanelReady(): void {
  resolveReady();
}
