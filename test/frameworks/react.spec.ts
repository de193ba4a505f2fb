import { testApp } from './app.js';
import { customCardJourney, ownInterfaceJourney, suspenseJourney } from './journey.js';

testApp('react', {
  // The second page uses the tags. Its source says why no server renders it.
  pages: ['/', '/tags.html'],
  steps: {
    '/': { ...ownInterfaceJourney, ...customCardJourney, ...suspenseJourney },
    '/tags.html': ownInterfaceJourney,
  },
  examples: {
    page: 'react.md',
    files: { 'types react': 'Header.tsx', 'types own-interface': 'Notifications.tsx' },
  },
});
