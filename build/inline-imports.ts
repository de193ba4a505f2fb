import type { Plugin } from 'vite';

/**
 * Makes `import('./x.js')` resolve to the module in the same file. The bundler would do that by wrapping every module
 * in a function that runs on demand, which costs 2 kB and saves nothing in a file that is loaded as a whole.
 */
export function inlineImports(): Plugin {
  return {
    name: 'inline-imports',
    // After TypeScript, whose types can contain `import('./x.js')` too.
    enforce: 'post',
    transform: {
      filter: { id: /[\\/]src[\\/]/, code: 'import(' },
      handler(code) {
        const imports: string[] = [];
        const inlined = code.replace(/\bimport\((["'][^"']+["'])\)/g, (_, path: string) => {
          const name = `inlined${imports.length}`;
          imports.push(`import * as ${name} from ${path};`);
          return `Promise.resolve(${name})`;
        });
        // On the first line, so that the lines of the source map stay right.
        return { code: [...imports, inlined].join(''), map: null };
      },
    },
  };
}
