import { readdirSync } from 'node:fs';
import { build } from 'vite';

/** Bundles these test files and what they import, and returns the content of each file by its path. */
async function bundle(entries) {
  const [{ output }] = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    // The tests run Lit's development build for its warnings.
    resolve: { conditions: ['development', 'browser', 'module'] },
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      // Source maps name files relative to it, and Vite warns of this, but nothing is written.
      outDir: '.',
      target: 'es2022',
      minify: false,
      sourcemap: true,
      lib: { entry: Object.fromEntries(entries.map((file) => [file, file])), formats: ['es'] },
      rolldownOptions: {
        // The test runner serves these itself.
        external: /^\/__web-/,
        output: {
          entryFileNames: '[name]',
          chunkFileNames: 'bundle/[name]-[hash].js',
          codeSplitting: { groups: [{ name: 'libraries', test: /node_modules/ }] },
        },
      },
    },
  });
  return new Map(output.map(({ fileName, code, source }) => [`/${fileName}`, code ?? source]));
}

function listTests(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

/**
 * A plugin for @web/test-runner that serves the test files of these folders from one bundle, split into chunks as the
 * published files are: a test page loads about ten files instead of 345.
 */
export function bundleTests(...folders) {
  let files;
  return {
    name: 'bundle-tests',
    async serverStart() {
      files = await bundle(folders.flatMap(listTests));
    },
    serve({ path }) {
      const body = files.get(path);
      return body === undefined ? undefined : { body, type: path.endsWith('.map') ? 'json' : 'js' };
    },
  };
}
