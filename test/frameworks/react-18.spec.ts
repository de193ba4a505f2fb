import { testApp } from './app.js';

testApp('react-18', {
  basedOn: 'react',
  // JSX in React 18 has no tags with properties and events.
  omits: ['src/Tags.tsx', 'src/main-tags.tsx', 'tags.html'],
  example: { page: 'react.md', check: 'types react', file: 'Header.tsx' },
});
