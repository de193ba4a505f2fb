import { testApp } from './app.js';

testApp('svelte', {
  example: { heading: 'Svelte', language: 'svelte', file: 'Header.svelte' },
  // Svelte sets functions as attributes until the tag is registered.
  hasCustomCardsLate: false,
});
