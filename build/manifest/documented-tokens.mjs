import { readFileSync } from 'node:fs';

/** Reads the custom properties that every element uses from the documentation, which a test compares with the code. */
export function documentedTokens() {
  const rows = readFileSync('docs/theming.md', 'utf8').matchAll(
    /^\| `(--nudge-[\w-]+)` +\| (`?)([^|`]+?)`? +\| (.+?) +\|$/gm,
  );
  return [...rows].map(([, name, isCode, value, text]) => {
    const description = `${text[0].toUpperCase()}${text.slice(1)}.`;
    return isCode
      ? { name, default: value, description }
      : { name, description: `${description} Unless it is set: ${value}.` };
  });
}
