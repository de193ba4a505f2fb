import { testApp } from '../app.js';
import { ownInterfaceJourney } from '../journey.js';

testApp('svelte', {
  steps: ownInterfaceJourney,
  page: 'svelte.md',
  // Svelte sets functions as attributes until the tag is registered.
  hasCustomCardsLate: false,
});
