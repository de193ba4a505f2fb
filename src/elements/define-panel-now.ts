import { definePanel } from './define-panel.js';

/** In the one-file build, where everything is there at once, this stands in for `define-panel-later`. */
export function definePanelSoon(): void {
  definePanel();
}

export { definePanelSoon as definePanelLater };
