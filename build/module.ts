import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { version } from '../src/version.js';
import { litNames } from './lit-names.js';
import { banner, checks, furtherLanguages, scriptTagConfig, target, templatePlugin } from './shared.js';

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

/** Names the chunk of the modules that the bell imports statically, directly or not; null for all others. */
function coreOnly(): (id: string, modules: Modules) => string | null {
  const core = new Set([resolve('src/script.ts')]);
  let isComplete = false;
  return (id, modules) => {
    // Those that are added meanwhile follow.
    if (!isComplete)
      for (const known of core)
        for (const imported of modules.getModuleInfo(known)?.importedIds ?? []) core.add(imported);
    isComplete = true;
    return core.has(id) ? 'core' : null;
  };
}

/** For a script tag of type module: the bell first, everything else as chunks that load on demand. */
export default defineConfig({
  ...scriptTagConfig,
  plugins: [templatePlugin, litNames()],
  build: {
    target,
    sourcemap: true,
    outDir: 'dist/cdn',
    emptyOutDir: false,
    lib: {
      entry: {
        'nudge-inbox': 'src/script.ts',
        'nudge-inbox-toasts': 'src/script-toasts.ts',
        ...furtherLanguages,
      },
      formats: ['es'],
    },
    rolldownOptions: {
      output: {
        // In library mode Vite keeps the white space of ES output: https://vite.dev/config/build-options#build-minify
        minify: true,
        comments: { annotation: false },
        // The entry only imports the core, and languages contain no library.
        postBanner: ({ isEntry }) => (isEntry ? '' : banner),
        // With the version, so that no cache combines an entry with chunks of another one. A hash would cost 80 bytes more.
        chunkFileNames: `nudge-inbox-${version}-[name].js`,
        codeSplitting: {
          groups: [
            // All that the bell imports at once: one file compresses better than several. It is not the entry itself,
            // which a page may load as `nudge-inbox.js?v=2`: the chunks that import from it would load it again.
            { name: coreOnly(), priority: 1 },
            { name: 'schemas', test: /[\\/](zod|schemas)[\\/]/ },
          ],
        },
      },
      checks,
    },
  },
});
