import { testApp } from '../app.js';
import { customCardJourney, ownInterfaceJourney, suspenseJourney } from '../journey.js';

testApp('react-18', {
  basedOn: 'react',
  // JSX in React 18 has no tags with properties and events.
  omits: ['src/Tags.tsx', 'src/main-tags.tsx', 'tags.html', 'fresh/src/Tags.tsx'],
  steps: { ...ownInterfaceJourney, ...customCardJourney, ...suspenseJourney },
  page: 'react.md',
});
