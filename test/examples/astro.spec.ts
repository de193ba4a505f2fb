import { testExample } from './example.js';
import { shopSteps } from './shop.js';

// Astro has no router in the browser.
testExample('astro', shopSteps({ hasRouter: false }));
