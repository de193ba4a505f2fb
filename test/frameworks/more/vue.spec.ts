import { testApp } from '../app.js';
import { ownInterfaceJourney } from '../journey.js';

testApp('vue', {
  steps: ownInterfaceJourney,
  examples: {
    page: 'vue.md',
    files: { 'types vue': 'Header.vue', 'types own-interface': 'Notifications.vue' },
  },
});
