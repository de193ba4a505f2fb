// Imported before the bell, so that the panel of an inbox in the document is requested before the code of the bell runs.
import { loadPanelWhenAdded } from './elements/bell/load-panel.js';

// A second copy of the script is left aside.
if (typeof globalThis.NudgeInbox?.version !== 'string') loadPanelWhenAdded();
