import { memoryStore } from '../../../src/backend/stores/memory/memory-store.js';
import { describeAnswers } from './answer-contract.js';
import { describeStore } from './store-contract.js';

describeStore('memoryStore()', (retention) => Promise.resolve(memoryStore(retention)));
describeAnswers('memoryStore()', () => Promise.resolve(memoryStore()));
