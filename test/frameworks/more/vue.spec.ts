import { testApp } from '../app.js';
import { ownInterfaceJourney } from '../journey.js';

testApp('vue', {
  steps: ownInterfaceJourney,
  page: 'vue.md',
});
