import { testApp } from './app.js';
import { customCardJourney, journey, ownInterfaceJourney, suspenseJourney } from './journey.js';

testApp('react', {
  steps: { ...ownInterfaceJourney, ...customCardJourney, ...suspenseJourney },
  // This page uses the tags. Its source says why no server renders it.
  pages: { '/tags.html': journey },
  page: 'react.md',
});
