import minifyTemplates from '@lit-labs/rollup-plugin-minify-html-literals';
import { leanLibraries } from './lean-libraries.mjs';

/**
 * Plugins of the test server that do to what it serves as is done to the files for script tags: of its libraries is
 * there what the elements use, and templates are minified, for each attribute with an expression is in quotes then.
 * They come before any other, for the libraries are known by how they are published.
 */
export function leanServed() {
  const problems = {
    error(message) {
      throw new Error(message);
    },
  };
  return [leanLibraries(), minifyTemplates({ failOnError: true, exclude: '**/node_modules/**' })].map(
    ({ name, transform }) => ({
      name,
      async transform({ body, path, response }) {
        if (!response.is('js') || typeof body !== 'string') return undefined;
        return (await transform.call(problems, body, path))?.code;
      },
    }),
  );
}
