// The size limits: each file compressed by itself with Brotli, as it is sent. They leave room: raise one only for a feature.
import {
  classicFile,
  classicLanguageFiles,
  languageFiles,
  moduleFile,
  withAllImports,
  withStaticImports,
} from './scripts/bundles.mjs';

export default [
  {
    name: 'a bell with its badge, from the module build',
    path: withStaticImports(moduleFile),
    limit: '55 kB',
  },
  {
    name: 'everything in English, from the module build',
    path: withAllImports(moduleFile).filter((file) => !languageFiles.includes(file)),
    limit: '110 kB',
  },
  { name: 'the first classic file', path: classicFile, limit: '55 kB' },
  ...[...languageFiles, ...classicLanguageFiles].map((path) => ({ path, limit: '3 kB' })),
];
