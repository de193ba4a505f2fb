import { testApp } from './app.js';

testApp('angular', {
  output: 'dist/browser',
  renderedOutput: 'dist-rendered/browser',
  example: { page: 'angular.md', check: 'types angular', file: 'header.ts' },
});
