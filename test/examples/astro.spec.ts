import { testExample } from './example.js';
import { developmentSteps, shopSteps } from './shop.js';

// Astro has no router in the browser.
testExample('astro', { start: shopSteps({ hasRouter: false }), dev: developmentSteps });
