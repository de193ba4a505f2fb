import MagicString from 'magic-string';
import { readFileSync } from 'node:fs';
import { idbCuts } from './lean-idb.mjs';
import { litElementCuts, notInLit } from './lean-lit-element.mjs';
import { litHtmlCuts } from './lean-lit-html.mjs';
import { kinds, zodCuts, zodMini } from './lean-zod.mjs';

/** Those that were read when the cuts were made: what another one changes has to be read first. */
const versions = {
  idb: '8.0.4',
  lit: '3.3.3',
  'lit-html': '3.3.3',
  'lit-element': '4.2.2',
  '@lit/reactive-element': '2.1.2',
  '@lit/task': '1.0.3',
  zod: '4.6.7',
};

function checkVersions() {
  for (const [name, read] of Object.entries(versions)) {
    const { version } = JSON.parse(
      readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8'),
    );
    if (version !== read) throw new Error(`The cuts were made from ${name} ${read}, and this is ${version}`);
  }
}

/**
 * A Vite plugin for files that hold their libraries. It fails where a library no longer reads as expected, rather
 * than leave a global behind or a budget to chance.
 */
export function leanLibraries() {
  checkVersions();
  return {
    name: 'lean-libraries',
    transform(code, id) {
      const lost = /[\\/]src[\\/]elements[\\/]/.test(id) && notInLit.exec(code);
      if (lost) throw new Error(`${lost[0]} is cut away from Lit, and used in ${id}`);
      const mine = [...idbCuts, ...zodCuts, ...litHtmlCuts, ...litElementCuts].filter(([file]) =>
        file.test(id),
      );
      if (mine.length === 0) return undefined;
      const text = new MagicString(code);
      for (const [, from, to] of mine) {
        const before = text.toString();
        text.replace(from, to);
        if (text.toString() === before) throw new Error(`${String(from)} is not found in ${id}`);
      }
      return { code: text.toString(), map: text.generateMap({ hires: true }) };
    },
    generateBundle(_options, bundle) {
      for (const { modules = {} } of Object.values(bundle))
        for (const [id, { renderedExports }] of Object.entries(modules))
          if (zodMini.test(id))
            for (const name of renderedExports)
              if (!kinds.test(name)) throw new Error(`${name} of zod is cut away, and used`);
    },
  };
}
