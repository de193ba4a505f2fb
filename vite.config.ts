import minifyTemplates from '@lit-labs/rollup-plugin-minify-html-literals';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { minify } from 'terser';
import { defineConfig, type Plugin, type PluginOption, type UserConfig } from 'vite';
import { leanLibraries } from './scripts/lean-libraries.mjs';

// Its types are those of Rollup, of which Vite's are a dialect.
const plugins = [minifyTemplates() as unknown as PluginOption];
const define = { 'process.env.NODE_ENV': '"production"' };
const target = 'es2022';
/** Each language is a file of its own: `locales/de`. */
const languages = Object.fromEntries(
  readdirSync('src/localization/locales').map((file) => [
    `locales/${file.replace('.ts', '')}`,
    `src/localization/locales/${file}`,
  ]),
);
/** In the files for script tags, which speak English by themselves. */
const furtherLanguages = Object.fromEntries(
  Object.entries(languages).filter(([name]) => name !== 'locales/en'),
);
const languageFiles = { find: /load-language\.js$/, replacement: 'load-language-file.js' };
/** How long its plugins take is no news. */
const checks = { pluginTimings: false, moduleLevelDirective: false };

/**
 * What Lit and zod call their own, and no page is told of. Only the classic file has it all in one place, where each
 * name can be shortened everywhere at once.
 */
const librariesOwn =
  /^(_\$\w+|_zod|safeParse|elementProperties|createProperty|isUpdatePending|hasUpdated|enableUpdating|willUpdate|addController|host(Connected|Disconnected|Update|Updated)|renderRoot)$/;

/** A second pass over what the bundler has minified, which takes off another hundredth and a half. */
const minifyAgain: Plugin = {
  name: 'minify-again',
  async generateBundle(outputOptions, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const mapFile = `${chunk.fileName}.map`;
      const { code, map } = await minify(chunk.code, {
        module: outputOptions.format === 'es',
        ecma: 2020,
        // Alike next to alike packs better: functions together, and comparisons as they were written.
        compress: { passes: 3, unsafe_arrows: true, hoist_funs: true, lhs_constants: false },
        mangle: outputOptions.format === 'iife' ? { properties: { regex: librariesOwn } } : true,
        // A classic script takes the encoding of the page that loads it; a module is always UTF-8.
        format: {
          ascii_only: outputOptions.format !== 'es',
          preamble: '/*! MIT; Lit: BSD-3-Clause; zod: MIT; idb: ISC */',
        },
        // Beside the file, which may be in a folder.
        sourceMap: { content: JSON.stringify(chunk.map), url: basename(mapFile) },
      });
      const mapAsset = bundle[mapFile];
      if (code !== undefined) chunk.code = code;
      if (mapAsset?.type === 'asset' && typeof map === 'string') mapAsset.source = map;
    }
  },
};

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
        server: 'src/server.ts',
        sandbox: 'src/sandbox.ts',
        react: 'src/react.ts',
        ...languages,
      },
      formats: ['es'],
    },
    rolldownOptions: { external: /^(idb|lit|@lit\/(?!react)|react$|zod)/, checks },
  },
};

/** For a script tag of type module: the bell first, the panel as a chunk of its own. */
const moduleBuild: UserConfig = {
  plugins: [...plugins, leanLibraries(), minifyAgain],
  define,
  resolve: {
    alias: [
      languageFiles,
      { find: /inbox\/built-in-sources\.js$/, replacement: 'inbox/built-in-sources-later.js' },
      { find: /make-preferences\.js$/, replacement: 'make-preferences-later.js' },
    ],
  },
  build: {
    target,
    sourcemap: true,
    outDir: 'dist/cdn',
    emptyOutDir: false,
    lib: { entry: { 'nudge-inbox': 'src/script.ts', ...furtherLanguages }, formats: ['es'] },
    // In library mode the ES output keeps its white space unless asked: https://vite.dev/config/build-options#build-minify
    rolldownOptions: {
      output: {
        minify: true,
        chunkFileNames: 'nudge-inbox-[name].js',
        // What the entry and the later chunks share, but for the schemas, which only later ones need.
        codeSplitting: {
          groups: [
            {
              name: 'core',
              priority: 1,
              minShareCount: 2,
              test: (id) => !/zod|schemas|inbox.preference/.test(id),
            },
            // So that the preferences are there as soon as the panel is.
            { name: 'schemas', priority: 1, minShareCount: 2, test: /zod|schemas/ },
            { name: 'panel', test: /define-panel\.ts|place-at|inbox.preference/ },
          ],
        },
      },
      checks,
    },
  },
};

/** For a classic script tag: everything in one file. */
const classicBuild: UserConfig = {
  plugins: [...plugins, leanLibraries(), minifyAgain],
  define,
  resolve: {
    alias: [
      languageFiles,
      {
        find: /^.*load-panel\.js$/,
        replacement: new URL('src/elements/define-panel-now.ts', import.meta.url).pathname,
      },
      { find: /load-client\.js$/, replacement: 'load-client-now.js' },
      { find: /load-device\.js$/, replacement: 'load-device-now.js' },
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
    rolldownOptions: { checks },
  },
};

export default defineConfig(({ mode }): UserConfig =>
  mode === 'module' ? moduleBuild : mode === 'classic' ? classicBuild : packageBuild,
);
