/** For a script tag of type module: as `script.ts`, whose panel is a file of its own. */
import './check-page.js';
import './request-panel.js';
import './script.js';
