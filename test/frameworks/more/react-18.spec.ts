import { testApp } from '../app.js';
import { customCardJourney, ownInterfaceJourney, suspenseJourney } from '../journey.js';

testApp('react-18', {
  basedOn: 'react',
  // JSX in React 18 has no tags with properties and events.
  omits: ['src/Tags.tsx', 'src/main-tags.tsx', 'tags.html'],
  steps: { ...ownInterfaceJourney, ...customCardJourney, ...suspenseJourney },
  examples: {
    page: 'react.md',
    files: { 'types react': 'Header.tsx', 'types own-interface': 'Notifications.tsx' },
  },
});
