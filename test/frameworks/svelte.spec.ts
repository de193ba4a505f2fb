import { testApp } from './app.js';

testApp('svelte', {
  example: { page: 'svelte.md', check: 'types svelte', file: 'Header.svelte' },
  // Svelte sets functions as attributes until the tag is registered.
  hasCustomCardsLate: false,
});
