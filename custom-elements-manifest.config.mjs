export default {
  globs: ['src/elements/*.ts'],
  exclude: ['src/**/*.d.ts'],
  litelement: true,
  packagejson: false,
};
