// The files for script tags, what each of them imports, and what the npm package adds to an app.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vite';

const folder = 'dist/cdn';
if (!existsSync(folder)) throw new Error(`${folder} does not exist: run npm run build first.`);

export const moduleFile = `${folder}/nudge-inbox.js`;
export const classicFile = `${folder}/nudge-inbox.iife.js`;
/** All classic files: with everything, and that of the toasts. */
export const classicFiles = listScripts(folder).filter((file) => file.endsWith('.iife.js'));
/** The badge, as a module and as a classic file. */
export const badgeFiles = [`${folder}/nudge-inbox-badge.js`, `${folder}/nudge-inbox-badge.iife.js`];
export const languageFiles = listScripts(`${folder}/locales`);

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

/** Builds an app with this code, which imports the package from `dist`, and returns the code that loads at once. */
export async function bundleApp(code) {
  const app = {
    name: 'app',
    resolveId: (id) => (id === 'app' ? id : id.startsWith('dist/') ? resolve(id) : null),
    load: (id) => (id === 'app' ? code : null),
  };
  const { output } = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [app],
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: 'app', external: /^react(-dom)?(\/|$)/ },
    },
  });
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const names = new Set(output.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  // What is added while a set is iterated is iterated, too.
  for (const name of names)
    for (const imported of chunks.get(name).imports) if (chunks.has(imported)) names.add(imported);
  return [...names].map((name) => chunks.get(name).code);
}
