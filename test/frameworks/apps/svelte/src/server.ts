import { render as renderApp } from 'svelte/server';
import App from './App.svelte';

/** The app as HTML. Its elements render in the browser. */
export function render(): string {
  return renderApp(App).body;
}
