import { testExample } from './example.js';
import { shopSteps } from './shop.js';

testExample('next', shopSteps({ hasRouter: true }));
