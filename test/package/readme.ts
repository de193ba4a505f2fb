import { readFileSync } from 'node:fs';

/** The text of a section of the README. */
export function readmeSection(heading: string): string {
  const sections = readFileSync('README.md', 'utf8').split(/^## /m);
  return sections.find((section) => section.startsWith(`${heading}\n`)) ?? '';
}

/** The TypeScript in a section of the README. */
export function readmeExamples(heading: string): string[] {
  return [...readmeSection(heading).matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? '');
}
