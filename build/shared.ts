import minifyTemplates from '@lit-labs/rollup-plugin-minify-html-literals';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
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
} satisfies UserConfig;

interface ModuleInfo {
  importedIds: string[];
  dynamicallyImportedIds: string[];
}

export type GetModuleInfo = (id: string) => ModuleInfo | null;

/** Adds a module and all that it imports statically, directly or not. */
export function addStaticImports(
  entry: string,
  getInfo: GetModuleInfo,
  ids = new Set<string>(),
): Set<string> {
  if (ids.has(entry)) return ids;
  ids.add(entry);
  for (const id of getInfo(entry)?.importedIds ?? []) addStaticImports(id, getInfo, ids);
  return ids;
}

/** Names the chunk of these files and of all that they import statically, directly or not; null for all others. */
export function chunkOf(
  name: string,
  ...files: string[]
): (id: string, modules: { getModuleInfo: GetModuleInfo }) => string | null {
  let included: Set<string> | undefined;
  return (id, modules) => {
    const getInfo: GetModuleInfo = (known) => modules.getModuleInfo(known);
    included ??= files.reduce(
      (ids, file) => addStaticImports(resolve(file), getInfo, ids),
      new Set<string>(),
    );
    return included.has(id) ? name : null;
  };
}
