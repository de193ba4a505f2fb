// The size budgets: each file compressed by itself with Brotli, as it is sent. Raise one only on purpose.
import {
  classicFile,
  classicLanguageFiles,
  languageFiles,
  moduleFile,
  withStaticImports,
} from './scripts/bundles.mjs';

export default [
  { name: 'the bell, from the module build', path: withStaticImports(moduleFile), limit: '21 kB' },
  { name: 'the first classic file', path: classicFile, limit: '42 kB' },
  ...languageFiles.map((path) => ({ path, limit: '1.9 kB' })),
  // In ASCII only, which takes six characters for each of many scripts.
  ...classicLanguageFiles.map((path) => ({ path, limit: '2.3 kB' })),
];
