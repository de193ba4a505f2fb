import { testApp } from './app.js';
import { customCardJourney } from './journey.js';

testApp('react', {
  // The second page uses the tags. Its source says why no server renders it.
  pages: ['/', '/tags.html'],
  steps: { '/': customCardJourney },
  example: { page: 'react.md', check: 'types react', file: 'Header.tsx' },
});
