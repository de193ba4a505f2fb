import { testExample } from './example.js';
import { shopSteps } from './shop.js';

testExample('nuxt', shopSteps({ hasRouter: true }));
