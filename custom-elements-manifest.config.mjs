import { asPublished } from './scripts/manifest/as-published.mjs';

export default {
  globs: ['src/elements/**/*.ts'],
  litelement: true,
  packagejson: false,
  plugins: [asPublished()],
};
