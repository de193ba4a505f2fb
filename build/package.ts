import { defineConfig } from 'vite';
import { checks, languageEntries, target, templatePlugin } from './shared.js';

/** The npm package: one file for each entry; its dependencies are left to the consumer's bundler. */
export default defineConfig({
  // The pictures and files of the sandbox's notifications.
  publicDir: 'demo/public',
  plugins: [templatePlugin],
  build: {
    target,
    sourcemap: true,
    minify: false,
    lib: {
      entry: {
        index: 'src/index.ts',
        define: 'src/define.ts',
        client: 'src/client.ts',
        'client/react': 'src/client/react.ts',
        'client/vue': 'src/client/vue.ts',
        'client/svelte': 'src/client/svelte.ts',
        'client/angular': 'src/client/angular.ts',
        server: 'src/server.ts',
        backend: 'src/backend.ts',
        sandbox: 'src/sandbox.ts',
        react: 'src/react.ts',
        toasts: 'src/toasts.ts',
        'toasts/react': 'src/toasts/react.ts',
        ...languageEntries,
      },
      formats: ['es'],
    },
    rolldownOptions: {
      output: {
        // What loads on demand must not import from what loads it: Vite would include both for a page that uses neither.
        codeSplitting: {
          groups: [{ name: 'inbox-parts', test: /is-from-field|is-page-layout|inbox-filter/ }],
        },
      },
      external: /^(lit|@lit\/(?!react)|react$|react-dom$|vue$|svelte\/|@angular\/|zod)/,
      // Some entries export what the session loads on demand: those contain it from the start.
      checks: { ...checks, ineffectiveDynamicImport: false },
    },
  },
});
