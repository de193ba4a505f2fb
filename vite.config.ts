import minifyTemplates from '@lit-labs/rollup-plugin-minify-html-literals';
import { defineConfig, type PluginOption, type UserConfig } from 'vite';

// Its types are those of Rollup, of which Vite's are a dialect.
const plugins = [minifyTemplates() as unknown as PluginOption];
const define = { 'process.env.NODE_ENV': '"production"' };
const target = 'es2022';

/** What npm publishes: one file an entry, dependencies left to the consumer's bundler. */
const packageBuild: UserConfig = {
  plugins,
  build: {
    target,
    sourcemap: true,
    minify: false,
    lib: {
      entry: {
        index: 'src/index.ts',
        define: 'src/define.ts',
        client: 'src/client.ts',
        sandbox: 'src/sandbox.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: { external: /^(lit|@lit\/|zod)/ },
  },
};

/** For a script tag of type module: the bell first, the panel as a chunk of its own. */
const moduleBuild: UserConfig = {
  plugins,
  define,
  build: {
    target,
    sourcemap: true,
    outDir: 'dist/cdn',
    emptyOutDir: false,
    lib: { entry: { 'nudge-inbox': 'src/script.ts' }, formats: ['es'] },
    // In library mode the ES output keeps its white space unless asked: https://vite.dev/config/build-options#build-minify
    rolldownOptions: { output: { minify: true, chunkFileNames: 'nudge-inbox-[name].js' } },
  },
};

/** For a classic script tag: everything in one file. */
const classicBuild: UserConfig = {
  plugins,
  define,
  resolve: {
    alias: [
      { find: /define-panel-later\.js$/, replacement: 'define-panel-now.js' },
      { find: /load-client\.js$/, replacement: 'load-client-now.js' },
    ],
  },
  build: {
    target,
    sourcemap: true,
    outDir: 'dist/cdn',
    emptyOutDir: false,
    lib: {
      entry: 'src/script.ts',
      formats: ['iife'],
      name: 'NudgeInboxBundle',
      fileName: () => 'nudge-inbox.iife.js',
    },
  },
};

export default defineConfig(({ mode }): UserConfig =>
  mode === 'module' ? moduleBuild : mode === 'classic' ? classicBuild : packageBuild,
);
