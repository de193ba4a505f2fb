import { createApp, createSSRApp } from 'vue';
import App from './App.vue';

// Hydrates a page that the server has rendered.
const isRendered = document.querySelector('#app > *') !== null;
(isRendered ? createSSRApp(App) : createApp(App)).mount('#app');
