import { hydrate, mount } from 'svelte';
import App from './App.svelte';

const target = document.querySelector('#app');
if (!target) throw new Error('The page has no element #app.');
// Hydrates a page that the server has rendered.
if (target.firstElementChild) hydrate(App, { target });
else mount(App, { target });
