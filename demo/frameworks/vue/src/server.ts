import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import App from './App.vue';

/** The app as HTML: the bare tags, which come to life in the browser. */
export function render(): Promise<string> {
  return renderToString(createSSRApp(App));
}
