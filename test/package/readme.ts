import { readFileSync } from 'node:fs';

/** Returns the text of a section of the README. */
export function readmeSection(heading: string): string {
  const sections = readFileSync('README.md', 'utf8').split(/^## /m);
  return sections.find((section) => section.startsWith(`${heading}\n`)) ?? '';
}

/** Returns the code blocks of a section of the README. */
export function readmeExamples(heading: string, language: 'ts' | 'js' | '' = 'ts'): string[] {
  const blocks = readmeSection(heading).matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, name, code = '']) => (name === language ? [code] : []));
}
