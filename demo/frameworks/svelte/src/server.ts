import { render as renderApp } from 'svelte/server';
import App from './App.svelte';

/** The app as HTML: the bare tags, which come to life in the browser. */
export function render(): string {
  return renderApp(App).body;
}
