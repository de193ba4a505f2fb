import MagicString from 'magic-string';

/**
 * What Lit and zod leave on `globalThis` so that copies of them find one another. A file for a script tag shares
 * nothing with the page's own copies, and adds one global of its own; so each is taken out, or kept in the file.
 */
const markers = [
  [/[\\/]lit-html\.js$/, /\(\w+\.litHtmlVersions\?\?=\[\]\)\.push\("[^"]+"\)/, '0'],
  [/[\\/]lit-element\.js$/, /\(\w+\.litElementVersions\?\?=\[\]\)\.push\("[^"]+"\)/, '0'],
  [/[\\/]reactive-element\.js$/, /\(\w+\.reactiveElementVersions\?\?=\[\]\)\.push\("[^"]+"\)/, '0'],
  [
    /[\\/]reactive-element\.js$/,
    /,\w+\.litPropertyMetadata\?\?=new WeakMap;/,
    ';const litPropertyMetadata=new WeakMap;',
  ],
  [
    /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/,
    '(_a = globalThis).__zod_globalConfig ?? (_a.__zod_globalConfig = {});',
    'const zodConfig = {};',
  ],
  [/[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/, 'globalThis.__zod_globalConfig;', 'zodConfig;'],
  [/[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/, 'globalThis.__zod_globalConfig?.', 'zodConfig?.'],
];

/**
 * The decorators of these builds are of the older kind alone (`experimentalDecorators`), on fields alone: all that is
 * left of Lit's `@property` and of the compiler's helper is to tell Lit of the property.
 */
const olderDecorators = [
  [
    /[\\/]reactive-element[\\/]decorators[\\/]property\.js$/,
    'export const property = (options) => (prototype, name) => prototype.constructor.createProperty(name, options);',
  ],
  [
    /[\\/]helpers[\\/]esm[\\/]decorate\.js$/,
    'export default (decorators, prototype, name) => decorators.forEach((decorate) => decorate(prototype, name));',
  ],
];

/** A Vite plugin for bundles that hold their libraries: the half that a page would load in vain is left out. */
export function onlyOlderDecorators() {
  return {
    name: 'only-older-decorators',
    transform(_, id) {
      const code = olderDecorators.find(([file]) => file.test(id))?.[1];
      return code && { code, map: { mappings: '' } };
    },
  };
}

/** A Vite plugin; it fails where a library no longer reads as expected, rather than leave a global behind. */
export function noLibraryGlobals() {
  return {
    name: 'no-library-globals',
    transform(code, id) {
      const mine = markers.filter(([file]) => file.test(id));
      if (mine.length === 0) return undefined;
      const text = new MagicString(code);
      for (const [, from, to] of mine) {
        const before = text.toString();
        text.replace(from, to);
        if (text.toString() === before) throw new Error(`${String(from)} is not found in ${id}`);
      }
      return { code: text.toString(), map: text.generateMap({ hires: true }) };
    },
  };
}
