import type { Plugin } from 'vite';

const dynamicImport = /\bimport\(["']([^"']+)["']\)/g;

/**
 * Makes `import('./x.js')` resolve to the exports of the module in the same file. The bundler would do that by wrapping
 * every module in a function that runs on demand, which costs 2 kB and saves nothing in a file that is loaded as a whole.
 */
export function inlineImports(): Plugin {
  return {
    name: 'inline-imports',
    // After TypeScript, whose types can contain `import('./x.js')` too.
    enforce: 'post',
    transform: {
      filter: { id: /[\\/]src[\\/]/, code: 'import(' },
      async handler(code, id) {
        const exportsOf = new Map<string, string[]>();
        for (const [, path = ''] of code.matchAll(dynamicImport)) {
          const resolved = await this.resolve(path, id);
          if (!resolved) this.error(`${path} is not found.`);
          const { exports } = await this.load({ id: resolved.id });
          exportsOf.set(path, exports);
        }
        const imports = [...exportsOf].map(
          ([path, names]) =>
            `import { ${names.map((name) => `${name} as inlined_${name}`).join()} } from '${path}';`,
        );
        const inlined = code.replace(dynamicImport, (_, path: string) => {
          const names = exportsOf.get(path) ?? [];
          return `Promise.resolve({ ${names.map((name) => `${name}: inlined_${name}`).join()} })`;
        });
        // On the first line, so that the lines of the source map stay right.
        return { code: [...imports, inlined].join(''), map: null };
      },
    },
  };
}
