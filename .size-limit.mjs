// The size budgets: each file compressed by itself with Brotli, as it is sent. Raise one only on purpose.
import { classicFile, languageFiles, moduleFile, withStaticImports } from './scripts/bundles.mjs';

export default [
  { name: 'the bell, from the module build', path: withStaticImports(moduleFile), limit: '26 kB' },
  { name: 'everything in one file', path: classicFile, limit: '70.2 kB' },
  ...languageFiles.map((path) => ({ path, limit: '1.8 kB' })),
];
