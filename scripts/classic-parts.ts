import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { transformWithOxc, type Plugin, type Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** The file that a page loads. All chunks but this one and that of the second tag are parts, which it loads on demand. */
const firstFile = 'nudge-inbox.iife.js';

/** What the Trusted Types policy of the loader is called in the code of the first file. */
export const policyName = 'nudgeInboxPolicy';

const loaderFile = 'src/parts-loader.ts';
/** Stands for the table of the parts until their hashes are known, at the end of the file, so that the source map stays right. */
const tableName = 'nudgeInboxParts';

/**
 * What precedes and follows the code of a chunk. The types in `parts-loader.ts` say how these functions are called. The extra
 * parentheses have browsers compile them at once: otherwise they parse all of the code twice, first to skip it until the call.
 */
async function wrap({ fileName, isEntry }: Rolldown.RenderedChunk): Promise<[before: string, after: string]> {
  if (fileName === firstFile) {
    const { code } = await transformWithOxc(await readFile(loaderFile, 'utf8'), loaderFile);
    const loader = code.replace('export function', 'function');
    return [
      `(() => {"use strict";${loader}startParts(((require, exports, ${policyName}) => {`,
      `}), ${tableName});})();`,
    ];
  }
  return isEntry
    ? ['(() => {"use strict";', '})();']
    : ['document.currentScript.nudgeInboxPart = ((require, exports) => {"use strict";', '});'];
}

/** The name by which code imports a file: `require('./name')`. */
const nameOf = (fileName: string): string => `./${fileName}`;

function isPart(file: Chunk | Rolldown.OutputAsset): file is Chunk {
  return file.type === 'chunk' && !file.isEntry;
}

/** For each part its hash, and the parts that it imports. The first file is there already. */
function createTable(bundle: Rolldown.OutputBundle): string {
  const rows = Object.values(bundle)
    .filter(isPart)
    .map(({ fileName, code, imports }) => {
      const hash = `sha384-${createHash('sha384').update(code).digest('base64')}`;
      return [nameOf(fileName), [hash, ...imports.filter((file) => file !== firstFile).map(nameOf)]] as const;
    });
  return JSON.stringify(Object.fromEntries(rows));
}

/**
 * Turns the chunks of a CommonJS build into files for classic scripts. Each part is a function that its file hands over to the
 * loader in the first file. That calls the function with a `require` that returns what is loaded, or else a promise: so the
 * bundler's own `import x` (`require('./x')`) and `import()` (`Promise.resolve().then(() => require('./x'))`) work as they are.
 */
export function classicParts(): Plugin {
  return {
    name: 'classic-parts',
    outputOptions(options) {
      return {
        ...options,
        banner: async (chunk) => (await wrap(chunk))[0],
        footer: async (chunk) => (await wrap(chunk))[1],
      };
    },
    generateBundle(_, bundle) {
      const first = bundle[firstFile];
      if (first?.type !== 'chunk' || first.imports.length > 0)
        this.error(`${firstFile} must run without any other file.`);
      const [before = '', after, ...others] = first.code.split(tableName);
      if (after === undefined || others.length > 0) this.error(`${firstFile} must name ${tableName} once.`);
      first.code = `${before}${createTable(bundle)}${after}`;
    },
  };
}
