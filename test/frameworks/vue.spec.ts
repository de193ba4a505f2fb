import { testApp } from './app.js';

testApp('vue', { example: { heading: 'Vue', language: 'vue', file: 'Header.vue' } });
