import type { Plugin } from 'vite';
import { createManifest } from '../build/manifest/create-manifest.mjs';

const name = 'virtual:custom-elements-manifest';

/** Creates the custom elements manifest from the source, so that the stories need no build. */
export function manifestPlugin(): Plugin {
  return {
    name: 'custom-elements-manifest',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: async (id) =>
      id === `\0${name}` ? `export default ${JSON.stringify(await createManifest())};` : undefined,
  };
}
