import { testApp } from '../app.js';
import { ownInterfaceJourney } from '../journey.js';

testApp('svelte', {
  steps: ownInterfaceJourney,
  examples: {
    page: 'svelte.md',
    files: { 'types svelte': 'Header.svelte', 'types own-interface': 'Notifications.svelte' },
  },
  // Svelte sets functions as attributes until the tag is registered.
  hasCustomCardsLate: false,
});
