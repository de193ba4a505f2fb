import { testApp } from './app.js';

testApp('react', {
  // The second page uses the tags. Its source says why no server renders it.
  pages: ['/', '/tags.html'],
  example: { page: 'react.md', check: 'types react', file: 'Header.tsx' },
});
