import { testApp } from './app.js';

testApp('angular', {
  output: 'dist/browser',
  renderedOutput: 'dist-rendered/browser',
  example: { heading: 'Angular', language: 'ts', file: 'header.ts' },
});
