// The files for script tags, and what each of them imports.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const folder = 'dist/cdn';
if (!existsSync(folder)) throw new Error(`${folder} does not exist: run npm run build first.`);

export const moduleFile = `${folder}/nudge-inbox.js`;
export const classicFile = `${folder}/nudge-inbox.iife.js`;
/** All classic files: the first one, that of the toasts, and the parts that load on demand. */
export const classicFiles = listScripts(folder).filter((file) => file.endsWith('.iife.js'));
export const languageFiles = listScripts(`${folder}/locales`);
export const classicLanguageFiles = languageFiles.map((file) =>
  classicFiles.find((part) => part.endsWith(`-${basename(file, '.js')}.iife.js`)),
);

const staticImport = /(?:from|import)\s*["'`](\.[^"'`$]+)["'`]/g;
const anyImport = /(?:from|import)\s*\(?\s*["'`](\.[^"'`$]+)["'`]/g;

/** Lists the JavaScript files of a folder. */
export function listScripts(path) {
  return readdirSync(path)
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${path}/${name}`);
}

/** Lists a file and all that it imports statically, directly or not. */
export function withStaticImports(file) {
  return [...collect(file, staticImport)];
}

/** Lists a file and all that it imports, statically or on demand, directly or not. */
export function withAllImports(file) {
  return [...collect(file, anyImport)];
}

function collect(file, pattern, files = new Set()) {
  if (files.has(file)) return files;
  files.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(pattern)) {
    collect(join(dirname(file), path).replaceAll('\\', '/'), pattern, files);
  }
  return files;
}
