import { testExample } from './example.js';
import { developmentSteps, shopSteps } from './shop.js';

testExample('sveltekit', { start: shopSteps({ hasRouter: true }), dev: developmentSteps });
