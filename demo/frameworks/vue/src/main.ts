import { createApp, createSSRApp } from 'vue';
import App from './App.vue';

// Where the server has rendered the page already, it is only brought to life.
const isRendered = document.querySelector('#app > *') !== null;
(isRendered ? createSSRApp(App) : createApp(App)).mount('#app');
