import { publishedApi } from './published-api.mjs';

export default {
  globs: ['src/elements/**/*.ts'],
  litelement: true,
  packagejson: false,
  quiet: true,
  plugins: [publishedApi()],
};
