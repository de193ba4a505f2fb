import { hydrate, mount } from 'svelte';
import App from './App.svelte';

const target = document.querySelector('#app');
if (!target) throw new Error('There is no place for the app.');
// Where the server has rendered the page already, it is only brought to life.
if (target.firstElementChild) hydrate(App, { target });
else mount(App, { target });
