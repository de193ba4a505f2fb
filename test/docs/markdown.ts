import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toAnchor } from '../../stories/documentation/anchor.js';

/** A fenced code block of a page. */
export interface Block {
  /** Path of the page, such as `docs/theming.md`. */
  page: string;
  /** The line of the opening fence, counted from 1. */
  line: number;
  /** The word after the opening fence. */
  language: string;
  code: string;
  /** How the block is checked, from the comment above it: `<!-- check: warning -->`. Empty if there is none. */
  check: string;
}

export interface Page {
  path: string;
  text: string;
  blocks: Block[];
  /** The ids of its headings, as GitHub makes them. */
  anchors: Set<string>;
  /** The targets of its links and pictures. */
  links: string[];
}

/** The comment directly above a block, which names the check. It has no code: a reader does not see it. */
const comment = /^<!-- check: (.*) -->\s*$/;
const fence = /^```(\w*)\n(.*?)^```$/gms;

function parseBlocks(path: string, text: string): Block[] {
  return [...text.matchAll(fence)].map(({ 0: whole, 1: language = '', 2: code = '', index }) => {
    const before = text.slice(0, index);
    const [, check = ''] = comment.exec(before.slice(before.lastIndexOf('<!-- '))) ?? [];
    if (!whole.endsWith('```')) throw new Error(`${path}: a code block does not end.`);
    return { page: path, line: before.split('\n').length, language, code, check };
  });
}

export function parsePage(path: string): Page {
  const text = readFileSync(path, 'utf8');
  const prose = text.replace(fence, '').replace(/<!--.*?-->/gs, '');
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    let anchor = toAnchor(heading);
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${toAnchor(heading)}-${count}`;
    anchors.add(anchor);
  }
  const links = [
    ...prose.replace(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g),
  ].map(([, target, attribute]) => target ?? attribute ?? '');
  return { path, text, blocks: parseBlocks(path, text), anchors, links };
}

/** The README and the pages of the documentation. The API report is generated from the types. */
export function loadPages(): Page[] {
  const names = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'api-report.md');
  return ['README.md', ...names.sort().map((name) => join('docs', name))].map(parsePage);
}

export function loadBlocks(): Block[] {
  return loadPages().flatMap(({ blocks }) => blocks);
}

const typed = ['ts', 'tsx', 'js', 'vue', 'svelte', 'astro', 'html'];

/** Whether the block has code whose types can be checked. */
export const isTyped = ({ language }: Block): boolean => typed.includes(language);

/** The file of the reader's app that the block is, from its check: `types src/App.tsx`. Null if it names none. */
export function fileOf({ check }: Block): string | null {
  return /^(?:types|run) (\S+\.(?:[jt]sx?|vue|svelte))$/.exec(check)?.[1] ?? null;
}

/** The files of an example that the documentation prints whole, by their paths in the example. */
export function printedFiles(example: string): ReadonlyMap<string, string> {
  const start = `example ${example}/`;
  const printed = loadBlocks().filter(({ check }) => check.startsWith(start));
  return new Map(printed.map(({ check, code }) => [check.slice(start.length), code]));
}

/** The files of an example that npm and the framework's generator write, which the documentation does not print. */
export const generatorFiles = [
  '.gitignore',
  'README.md',
  'next.config.ts',
  'package-lock.json',
  'package.json',
  'public/favicon.svg',
  'src/app.html',
  'src/lib/assets/favicon.svg',
  'svelte.config.js',
  'tsconfig.json',
  'vite.config.ts',
];

/** Where the block is, for messages. */
export const placeOf = ({ page, line }: Block): string => `${page}:${line}`;

/** The blocks of a page with this check, in their order. */
export function blocksWith(page: string, check: string): string[] {
  const found = parsePage(`docs/${page}`).blocks.filter((block) => block.check === check);
  if (found.length === 0) throw new Error(`docs/${page} has no block with the check “${check}”.`);
  return found.map(({ code }) => code);
}

/** The only block of a page with this check. */
export function blockWith(page: string, check: string): string {
  const [code = '', ...others] = blocksWith(page, check);
  if (others.length > 0) throw new Error(`docs/${page} has several blocks with the check “${check}”.`);
  return code;
}

/** The rows of the tables of a page whose first cell is code, each as its cells without the code marks. */
export function tableRows(page: string): string[][] {
  return [...parsePage(`docs/${page}`).text.matchAll(/^\| (`.+) \|$/gm)].map(([, row = '']) =>
    row.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
  );
}
