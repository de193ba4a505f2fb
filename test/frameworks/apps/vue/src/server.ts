import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import App from './App.vue';

/** The app as HTML. Its elements render in the browser. */
export function render(): Promise<string> {
  return renderToString(createSSRApp(App));
}
