import { testExample } from './example.js';
import { shopSteps } from './shop.js';

testExample('sveltekit', shopSteps({ hasRouter: true }));
