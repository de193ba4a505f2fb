/** The configuration of the demo, whose shop stores what `open-store.ts` finds. */
import { openStore } from './backend/open-store.js';
import { Shop } from './backend/shop.js';
import { demoConfig } from './config.js';

console.log('Starting the demo …');
export const config = demoConfig(await Shop.open(await openStore()));
