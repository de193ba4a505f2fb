// Runs before `npm publish`: `repository` is the one setting that has to be filled in. npm derives `homepage` and `bugs` from it.
import { readFileSync } from 'node:fs';

const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
if (!repository) {
  console.error('package.json has no repository: set it first, such as "github:owner/nudge-inbox".');
  if (process.env.npm_config_dry_run !== 'true') process.exitCode = 1;
}
