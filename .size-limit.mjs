// The size limits: each file compressed by itself with Brotli, as it is sent. They leave room: raise one only for a feature.
import {
  badgeFiles,
  classicFile,
  languageFiles,
  moduleFile,
  withAllImports,
  withStaticImports,
} from './scripts/bundles.mjs';

export default [
  {
    name: 'a bell with its badge, from the module build',
    path: withStaticImports(moduleFile),
    limit: '66 kB',
  },
  {
    name: 'everything in English, from the module build',
    path: withAllImports(moduleFile).filter((file) => !languageFiles.includes(file)),
    limit: '111.5 kB',
  },
  { name: 'everything in English, as a classic file', path: classicFile, limit: '115.5 kB' },
  ...badgeFiles.map((path) => ({ path, limit: '2.5 kB' })),
  ...languageFiles.map((path) => ({ path, limit: '3 kB' })),
];
