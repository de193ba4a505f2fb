import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { version } from '../src/version.js';
import { litNames } from './lit-names.js';
import {
  addStaticImports,
  banner,
  checks,
  furtherLanguages,
  scriptTagConfig,
  target,
  templatePlugin,
  type GetModuleInfo,
} from './shared.js';

/**
 * Lists the modules of the first chunk: what the bell imports statically, and what the code of the notifications shares with what
 * else a session loads on demand. Otherwise both would import a third chunk, which costs one more request in sequence.
 */
function listCoreModules(getInfo: GetModuleInfo): Set<string> {
  const core = addStaticImports(resolve('src/script.ts'), getInfo);
  const store = addStaticImports(resolve('src/inbox/notifications/notification-store.ts'), getInfo);
  const others = [...core, ...store]
    .flatMap((id) => getInfo(id)?.dynamicallyImportedIds ?? [])
    .filter((id) => id.startsWith(resolve('src/inbox')) && !store.has(id))
    .map((id) => addStaticImports(id, getInfo));
  return new Set([...core, ...[...store].filter((id) => others.some((ids) => ids.has(id)))]);
}

/** Names the chunk of the modules of {@link listCoreModules}; null for all others. */
function coreOnly(): (id: string, modules: { getModuleInfo: GetModuleInfo }) => string | null {
  let core: Set<string> | undefined;
  return (id, modules) => {
    core ??= listCoreModules((known) => modules.getModuleInfo(known));
    return core.has(id) ? 'core' : null;
  };
}

/** For a script tag of type module: the bell first, everything else as chunks that load on demand. */
export default defineConfig({
  ...scriptTagConfig,
  resolve: {
    // A script tag cannot import the languages by the package's path, so they load from the folder beside it.
    alias: [{ find: /load-language\.js$/, replacement: 'load-language-file.js' }],
  },
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
