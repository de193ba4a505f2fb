// Builds the page `pages/<name>.js` for production: node build.mjs <bundler> <name>
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import commonjs from '@rollup/plugin-commonjs';
import nodeResolve from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import * as esbuild from 'esbuild';
import { rollup } from 'rollup';
import { build as buildWithVite } from 'vite';
import webpack from 'webpack';

const [, , bundler, name] = process.argv;
const input = resolve(`pages/${name}.js`);
const folder = resolve(`dist/${bundler}/${name}`);

const bundlers = {
  async vite() {
    await buildWithVite({
      logLevel: 'warn',
      build: {
        outDir: folder,
        rolldownOptions: { input, output: { entryFileNames: 'main.js' } },
      },
      base: './',
    });
  },

  async rollup() {
    const bundle = await rollup({
      input,
      plugins: [
        nodeResolve({ browser: true }),
        commonjs(),
        replace({ 'process.env.NODE_ENV': '"production"', preventAssignment: true }),
      ],
      // It warns of what zod and React contain, too. The components declare that they are for clients.
      onwarn: ({ code, id, message }) => {
        const isOurs = `${id} ${message}`.includes('node_modules/nudge-inbox/');
        if (isOurs && code !== 'MODULE_LEVEL_DIRECTIVE') throw new Error(message);
      },
    });
    await bundle.write({ dir: folder, entryFileNames: 'main.js' });
  },

  async webpack() {
    const stats = await new Promise((finish, fail) => {
      const options = {
        mode: 'production',
        entry: input,
        output: { path: folder, filename: 'main.js' },
        performance: false,
      };
      webpack(options, (error, result) => (error ? fail(error) : finish(result)));
    });
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString('errors-warnings'));
  },

  async esbuild() {
    const { warnings } = await esbuild.build({
      entryPoints: { main: input },
      outdir: folder,
      bundle: true,
      minify: true,
      splitting: true,
      format: 'esm',
    });
    if (warnings.length > 0) throw new Error(warnings[0].text);
  },
};

await bundlers[bundler]();
mkdirSync(folder, { recursive: true });
const type = bundler === 'webpack' ? 'defer' : 'type="module"';
writeFileSync(
  `${folder}/index.html`,
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title>
<body><button>Deliver</button><script ${type} src="./main.js"></script>`,
);
