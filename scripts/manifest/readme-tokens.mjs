import { readFileSync } from 'node:fs';

/** The custom properties that hold for every element: the README's table, which a test compares with the code. */
export function readmeTokens() {
  const rows = readFileSync('README.md', 'utf8').matchAll(
    /^\| `(--nudge-[\w-]+)` +\| (`?)([^|`]+?)`? +\| (.+?) +\|$/gm,
  );
  return [...rows].map(([, name, isCode, told, what]) => {
    const description = `${what[0].toUpperCase()}${what.slice(1)}.`;
    return isCode
      ? { name, default: told, description }
      : { name, description: `${description} Unless it is set: ${told}.` };
  });
}
