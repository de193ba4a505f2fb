import { cli } from '@custom-elements-manifest/analyzer/cli.js';

/** Creates the custom elements manifest of the published elements from their source. */
export function createManifest() {
  const config = 'build/manifest/config.mjs';
  return cli({ argv: ['analyze', '--quiet', '--config', config], noWrite: true });
}
