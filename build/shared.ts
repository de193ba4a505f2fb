import minifyTemplates from '@lit-labs/rollup-plugin-minify-html-literals';
import { readdirSync } from 'node:fs';
import type { PluginOption, UserConfig } from 'vite';

/** Syntax that all browsers of `browserslist` in package.json run: `es-check` compares. */
export const target = 'es2022';

/** The plugin is typed for Rollup, whose plugins Vite accepts. */
export const templatePlugin = minifyTemplates() as unknown as PluginOption;

/** Every language as an entry of its own: `locales/de`. */
export const languageEntries: Record<string, string> = Object.fromEntries(
  readdirSync('src/localization/locales').map((file) => [
    `locales/${file.replace('.ts', '')}`,
    `src/localization/locales/${file}`,
  ]),
);

/** The languages beside English, which the files for script tags contain. */
export const furtherLanguages = Object.fromEntries(
  Object.entries(languageEntries).filter(([name]) => name !== 'locales/en'),
);

/** Plugin timings are not a problem of the build, and `'use client'` of react.ts is meant. */
export const checks = { pluginTimings: false, moduleLevelDirective: false };

/** The licences of what the files for script tags contain; the texts are in THIRD-PARTY-LICENSES.md. */
export const banner = '/*! MIT; Lit: BSD-3-Clause; zod: MIT */';

/** What both builds for script tags share: production libraries, in files beside those of the package. */
export const scriptTagConfig = {
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    // A script tag cannot import the languages by the package's path, so they load from the folder beside it.
    alias: [{ find: /load-language\.js$/, replacement: 'load-language-file.js' }],
  },
} satisfies UserConfig;
