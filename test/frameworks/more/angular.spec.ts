import { testApp } from '../app.js';
import { ownInterfaceJourney } from '../journey.js';

testApp('angular', {
  steps: ownInterfaceJourney,
  output: 'dist/browser',
  renderedOutput: 'dist-rendered/browser',
  examples: {
    page: 'angular.md',
    files: { 'types angular': 'header.ts', 'types own-interface': 'notifications-list.ts' },
  },
});
