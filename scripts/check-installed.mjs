// Says what to do where the packages are missing: npm would name a command that it does not find, or a package of
// somebody else.
import { existsSync } from 'node:fs';

// npm writes this file last.
if (!existsSync('node_modules/.package-lock.json')) {
  console.error('The packages are not installed: run npm ci first.');
  process.exit(1);
}
