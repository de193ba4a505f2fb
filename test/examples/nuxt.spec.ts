import { testExample } from './example.js';
import { developmentSteps, shopSteps } from './shop.js';

testExample('nuxt', { start: shopSteps({ hasRouter: true }), dev: developmentSteps });
