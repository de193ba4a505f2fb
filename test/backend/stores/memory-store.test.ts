import { memoryStore } from '../../../src/backend/stores/memory-store.js';
import { describeStore } from './store-contract.js';

describeStore('memoryStore()', (retention) => Promise.resolve(memoryStore(retention)));
