import { testApp } from './app.js';

testApp('vue', { example: { page: 'vue.md', check: 'types vue', file: 'Header.vue' } });
