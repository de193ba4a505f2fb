import { testApp } from './app.js';
import { customCardJourney } from './journey.js';

testApp('react-18', {
  basedOn: 'react',
  // JSX in React 18 has no tags with properties and events.
  omits: ['src/Tags.tsx', 'src/main-tags.tsx', 'tags.html'],
  steps: { '/': customCardJourney },
  example: { page: 'react.md', check: 'types react', file: 'Header.tsx' },
});
