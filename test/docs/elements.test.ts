import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createManifest } from '../../build/manifest/create-manifest.mjs';
import { listElements, type ListedElement } from '../../build/manifest/elements.mjs';
import * as entry from '../../src/index.js';
import { createElementsPage } from '../../scripts/elements-page.mjs';
import { type Block, loadBlocks, placeOf, tableRows } from './markdown.js';

const elements: ReadonlyMap<string, ListedElement> = new Map(
  listElements(await createManifest()).map((element) => [element.tag, element]),
);

const elementsPage = await createElementsPage();

const blocks = loadBlocks();
const inLanguages = (...languages: string[]): Block[] =>
  blocks.filter(({ language }) => languages.includes(language));

/** What is found in the blocks and is not known, each with its place. */
function findUnknown(
  checked: readonly Block[],
  find: (code: string) => [known: readonly string[], name: string][],
): string[] {
  return checked.flatMap((block) =>
    find(block.code).flatMap(([known, name]) => (known.includes(name) ? [] : [`${placeOf(block)}: ${name}`])),
  );
}

/** The tags of the package in markup, each with the names in it: attributes, properties and listeners. */
function tagsIn(code: string): { tag: string; names: string[] }[] {
  // A `>` may stand within braces and quotes, such as in an arrow function.
  const tags = code.matchAll(
    /<(nudge-[a-z]+|Nudge[A-Z]\w+)\b((?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|[^>"'{])*)>/g,
  );
  return [...tags].map(([, tag = '', attributes = '']) => {
    const bare = attributes
      .replace(/=\s*(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})/g, '')
      .replace(/\{(\w+)\}/g, '$1');
    const name = tag.startsWith('N') ? `nudge-${tag.slice(5).toLowerCase()}` : tag;
    return { tag: name, names: bare.split(/[\s/]+/).filter(Boolean) };
  });
}

/** The name of an attribute, property or event as the manifest has it. */
function plainName(name: string): string {
  const plain = name.replace(/^:|^@|^[[(]|[\])]$|\.prop$/g, '').replace(/\.prop$/, '');
  if (/^on[A-Z]/.test(plain))
    return plain
      .slice(2)
      .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      .slice(1);
  return plain.replace(/^on(?=nudge-)/, '');
}

describe('The code blocks of the documentation', () => {
  it('use only tags and names of the elements in their markup', () => {
    const markup = [
      ...inLanguages('tsx', 'vue', 'svelte', 'astro', 'html'),
      ...blocks.filter(({ check }) => check === 'types angular'),
    ];
    const unknown = findUnknown(markup, (code) =>
      tagsIn(code).flatMap(({ tag, names }) => {
        const { attributes = [], properties = [], events = [] } = elements.get(tag) ?? {};
        const known = [...attributes, ...properties, ...events].map(({ name }) => name);
        return [
          [[...elements.keys()], tag],
          ...names
            // What a spread has is known to the types only.
            .filter((name) => !name.startsWith('data-') && !name.startsWith('{...'))
            .map((name): [string[], string] => [known, plainName(name)]),
        ];
      }),
    );
    expect(unknown).toEqual([]);
  });

  it('use only slots and script files of the package in HTML', () => {
    const slots = [...elements.values()].flatMap((element) => element.slots.map(({ name }) => name));
    const unknown = findUnknown(inLanguages('html'), (code) =>
      [...code.matchAll(/\sslot="([^"]*)"/g)].map(([, slot = '']) => [slots, slot]),
    );
    expect(unknown).toEqual([]);
    for (const { code } of inLanguages('html'))
      for (const [, file] of code.matchAll(/\ssrc="([^"]*)"/g))
        expect(file).toMatch(/(^|\/)(nudge-inbox(-toasts|-badge)?(\.iife)?|locales\/[a-z-]+)\.js$/);
  });

  it('style only tags, parts and custom properties that there are', () => {
    const all = [...elements.values()];
    const properties = all.flatMap(({ cssProperties }) => cssProperties.map(({ name }) => name));
    // A bell has the parts of its inbox, and an inbox those of its cards.
    const parts = all.flatMap(({ cssParts }) => cssParts.map(({ name }) => name));
    const unknown = findUnknown(inLanguages('css'), (code) =>
      [...code.matchAll(/(--nudge-[\w-]+)|(nudge-[a-z]+)(?:::part\(([\w-]+)\))?/g)].flatMap(
        ([, property, tag, part]): [string[], string][] => [
          ...(property ? [[properties, property] as [string[], string]] : []),
          ...(tag ? [[[...elements.keys()], tag] as [string[], string]] : []),
          ...(part ? [[parts, part] as [string[], string]] : []),
        ],
      ),
    );
    expect(unknown).toEqual([]);
  });
});

describe('The reference of the elements', () => {
  it('is that of the source: npm run elements-page', () => {
    expect(readFileSync('docs/elements.md', 'utf8')).toBe(elementsPage);
  });

  it('has a row with a description for each property, method, event, slot and part', () => {
    const rows = [...elementsPage.matchAll(/^\| `([\w-]+).*\| *([^|]*?) *\|$/gm)];
    const described = rows.flatMap(([, name = '', description]) => (description ? [name] : []));
    const members = [...elements.values()].flatMap(
      ({ properties, attributes, methods, events, slots, cssParts }) => {
        // Of the other elements, each attribute is in the row of its property.
        const alone = attributes.filter((attribute) => !('fieldName' in attribute));
        return [properties, alone, methods, events, slots, cssParts].flat();
      },
    );
    expect(described.sort()).toEqual(members.map(({ name }) => name).sort());
  });
});

describe('An element', () => {
  it('knows each of its slots, so that it warns of a child in another one', () => {
    for (const { className, slots } of elements.values()) {
      const known: unknown = Reflect.get(
        (Reflect.get(entry, className) as typeof HTMLElement).prototype,
        'slotNames',
      );
      expect(known ?? [], className).toEqual(slots.map(({ name }) => name));
    }
  });
});

describe('The page on theming', () => {
  it('lists exactly the parts and slots of the elements, with their tags', () => {
    const expected = new Map<string, string[]>();
    for (const { tag, cssParts, slots } of elements.values())
      for (const { name } of [...cssParts, ...slots])
        expected.set(name, [...(expected.get(name) ?? []), `<${tag}>`]);
    const listed = new Map<string, string[]>();
    for (const [name = '', , tags = ''] of tableRows('theming.md'))
      if (!name.startsWith('--'))
        listed.set(name, [
          ...(listed.get(name) ?? []),
          ...[...tags.matchAll(/<[\w-]+>/g)].map(([tag]) => tag),
        ]);
    const sorted = (names: Map<string, string[]>) =>
      [...names].map(([name, tags]) => `${name}: ${tags.sort().join()}`).sort();
    expect(sorted(listed)).toEqual(sorted(expected));
  });
});

describe('Storybook', () => {
  it('has a figure of the parts of each element', () => {
    const stories = readdirSync('stories')
      .filter((file) => file.endsWith('.stories.ts'))
      .map((file) => readFileSync(join('stories', file), 'utf8'));
    const missing = [...elements.keys()].filter(
      (tag) => !stories.some((story) => story.includes(`<part-figure tag="${tag}"`)),
    );
    expect(missing).toEqual([]);
  });
});
