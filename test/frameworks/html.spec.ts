import { testApp } from './app.js';

testApp('html', { output: '.' });
