import { defineConfig } from 'vite';
import { version } from '../src/version.js';
import { classicParts, policyName } from './classic-parts.js';
import { litNames } from './lit-names.js';
import { banner, checks, chunkOf, scriptTagConfig, target, templatePlugin } from './shared.js';

/** What the first file contains. */
const first = [
  // The bell, and what a page with a bell needs right afterwards, so that its first badge costs one script.
  'src/script-classic.ts',
  'src/inbox/notifications/notification-store.ts',
  'src/inbox/request-code.ts',
  'src/inbox/device-code.ts',
  // What is small, and shared by several parts: as parts of their own they would cost a request each.
  'src/elements/shared/tab-lock.ts',
  'src/elements/shared/text.ts',
];

/** For classic script tags: the bell first, everything else as parts that load on demand. */
export default defineConfig({
  ...scriptTagConfig,
  plugins: [templatePlugin, litNames(policyName), classicParts()],
  build: {
    target,
    sourcemap: true,
    outDir: 'dist/cdn',
    emptyOutDir: false,
    lib: {
      entry: { 'nudge-inbox': 'src/script-classic.ts', 'nudge-inbox-toasts': 'src/script-toasts-classic.ts' },
      formats: ['cjs'],
      fileName: (_, name) => `${name}.iife.js`,
    },
    rolldownOptions: {
      // The first file itself exports what the parts import from it.
      preserveEntrySignatures: false,
      optimization: { inlineConst: true },
      output: {
        // A classic script is read in the encoding of its page, so it contains ASCII only.
        minify: { compress: true, mangle: true, codegen: { asciiOnly: true } },
        comments: { annotation: false },
        postBanner: banner,
        // With the version, so that no cache combines files of two versions.
        chunkFileNames: `nudge-inbox-${version}-[name].iife.js`,
        codeSplitting: {
          groups: [
            { name: chunkOf('first', ...first), priority: 1 },
            // One request rather than several, since all of it is needed at once.
            { name: chunkOf('panel', 'src/elements/define-panel.ts') },
          ],
        },
      },
      checks,
    },
  },
});
