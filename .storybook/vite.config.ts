import { defineConfig } from 'vite';
import { manifestPlugin } from './manifest-plugin.js';

/** Storybook's own, since the one of the project builds the package and serves the demo. */
export default defineConfig({
  plugins: [manifestPlugin()],
  // Prebundling them together prevents several copies of Lit.
  optimizeDeps: {
    include: [
      'lit',
      'lit/html.js',
      'lit/directive-helpers.js',
      'lit/directives/guard.js',
      'storybook/actions',
      '@lit/task',
      'zod/mini',
      'hono',
    ],
  },
});
