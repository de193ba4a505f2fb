import { defineConfig } from 'vite';
import { inlineImports } from './inline-imports.js';
import { litNames } from './lit-names.js';
import { banner, checks, scriptTagConfig, target, templatePlugin } from './shared.js';

/** For a classic script tag: everything in one file. */
export default defineConfig({
  ...scriptTagConfig,
  resolve: {
    alias: [
      ...scriptTagConfig.resolve.alias,
      { find: /language-folder\.js$/, replacement: 'language-folder-classic.js' },
    ],
  },
  plugins: [templatePlugin, litNames(), inlineImports()],
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
    rolldownOptions: {
      optimization: { inlineConst: true },
      output: {
        // A classic script is read in the encoding of its page, so it contains ASCII only.
        minify: { compress: true, mangle: true, codegen: { asciiOnly: true } },
        postBanner: banner,
      },
      checks,
    },
  },
});
