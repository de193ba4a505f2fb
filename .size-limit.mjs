// The size budgets: each file compressed by itself with Brotli, as it is sent. Raise one only on purpose.
import { classicFile, languageFiles, moduleFile, withStaticImports } from './scripts/bundles.mjs';

export default [
  { name: 'the bell, from the module build', path: withStaticImports(moduleFile), limit: '26.5 kB' },
  { name: 'everything in one file', path: classicFile, limit: '75 kB' },
  ...languageFiles.map((path) => ({ path, limit: '1.9 kB' })),
];
