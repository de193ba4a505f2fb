import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tableRows } from '../docs/markdown.js';

interface Named {
  name: string;
}

interface Declaration {
  tagName?: string;
  cssParts?: Named[];
  cssProperties?: Named[];
}

interface Manifest {
  modules: { declarations: Declaration[] }[];
}

/** The source of an element; the manifest names the published file. */
const pathOf = (name: string): string => `src/elements/${name}/${name}.ts`;

const manifest = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest;
const elements = manifest.modules.flatMap(({ declarations }) =>
  declarations.flatMap(({ tagName, cssParts = [], cssProperties = [] }) => {
    if (tagName === undefined) return [];
    return {
      path: pathOf(tagName.replace('nudge-', '')),
      tagName,
      parts: cssParts.map(({ name }) => name).sort(),
      properties: cssProperties.map(({ name }) => name).sort(),
    };
  }),
);
const paths = new Set(elements.map(({ path }) => path));

const unique = (names: Iterable<string | undefined>): string[] =>
  [...new Set(names)].filter((name) => name !== undefined).sort();
const namesIn = (text: string): string[] => text.split(',').map((name) => name.trim());

/** The public custom properties that the code uses. */
const usedProperties = (code: string): string[] =>
  unique([...code.matchAll(/var\(\s*(--nudge-[\w-]+)/g)].map(([, name]) => name));

/** The module of an element and the modules that it renders with, except other elements. */
function modulesOf(path: string, found = new Set<string>()): Set<string> {
  found.add(path);
  for (const [, specifier] of readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)\.js'/g)) {
    const imported = join(dirname(path), `${specifier}.ts`);
    const isElementCode = imported.startsWith('src/elements/');
    if (isElementCode && !found.has(imported) && !paths.has(imported)) modulesOf(imported, found);
  }
  return found;
}

const codeOf = (path: string): string =>
  [...modulesOf(path)].map((module) => readFileSync(module, 'utf8')).join('\n');

/** The values of an attribute in templates, whether literal or from a constant. */
function values(code: string, attribute: string): string[] {
  return [...code.matchAll(new RegExp(`\\s${attribute}=(?:"([^"]+)"|\\$\\{(\\w+)\\})`, 'g'))].flatMap(
    ([template, written, constant]) => {
      if (written !== undefined) return [written];
      const [, value = ''] = new RegExp(`const ${constant}\\b[^=]*=([^;]+);`).exec(code) ?? [];
      const found = [...value.matchAll(/'([^']+)'/g)].map(([, text]) => text!);
      expect(found, template).not.toEqual([]);
      return found;
    },
  );
}

/** The names under which an element exports the parts of inner elements. */
const exportedParts = (code: string): string[] => unique(values(code, 'exportparts').flatMap(namesIn));

/** The tags of inner elements in its templates, where they have attributes, but not in its warnings and comments. */
const innerTags = (code: string): string[] =>
  unique([...code.replace(/\/\*\*.*?\*\//gs, '').matchAll(/<(nudge-[a-z]+)\s/g)].map(([, tag]) => tag));

/** The code of an element and of the elements in it, at any depth, which inherit its properties. */
function codeWithin(path: string, found = new Set<string>()): string {
  found.add(path);
  const code = codeOf(path);
  const inner = innerTags(code).map((tag) => pathOf(tag.replace('nudge-', '')));
  return [code, ...inner.filter((one) => !found.has(one)).map((one) => codeWithin(one, found))].join('\n');
}

/** Whether an element has a shadow root of its own. The parts of one without it are those of the element around it. */
const hasOwnRoot = (tagName: string): boolean =>
  !/createRenderRoot\(\)[^{]*\{\s*return this;/.test(
    readFileSync(pathOf(tagName.replace('nudge-', '')), 'utf8'),
  );

/** The parts in the templates of an element, or of what it creates without one. */
const partsIn = (code: string): string[] => {
  const created = [...code.matchAll(/\.part = '([^']+)'/g)].map(([, part]) => part!);
  return unique([...created, ...values(code, 'part').flatMap((value) => value.split(/\s+/))]);
};

/** The parts of an element that an enclosing one can reach. Internal elements are not in the manifest. */
function reachableParts(tagName: string): string[] {
  const code = codeOf(pathOf(tagName.replace('nudge-', '')));
  const element = elements.find((candidate) => candidate.tagName === tagName);
  return unique([...(element?.parts ?? partsIn(code)), ...exportedParts(code)]);
}

describe('The documentation of custom properties', () => {
  const rows = tableRows('theming.md').filter(([name = '']) => name.startsWith('--'));
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join('src', file), 'utf8'));

  it('lists exactly the properties in use', () => {
    expect(rows.map(([name]) => name).sort()).toEqual(usedProperties(sources.join('\n')));
  });

  it('lists their defaults', () => {
    // Inside, a token is the property with its default.
    const code = sources.join('\n').replace(/\s+/g, ' ').replaceAll('var(--_radius)', 'var(--nudge-radius)');
    for (const [name, value = ''] of rows) {
      if (!/^(from|three) /.test(value)) expect(code).toContain(`var(${name}, ${value.trim()})`);
    }
  });

  it('lists for each element its own properties, those of the elements in it, and those of every element', () => {
    const styles = ['tokens', 'base'].map((name) => readFileSync(`src/styles/${name}.ts`, 'utf8'));
    for (const { tagName, path, properties } of elements) {
      // A plain custom element has only its own.
      const isPlain = ![...modulesOf(path)].some((module) => module.endsWith('/nudge-element.ts'));
      const shared = isPlain ? [] : styles;
      expect(properties, tagName).toEqual(usedProperties([...shared, codeWithin(path)].join('\n')));
    }
  });
});

describe('The documentation of each element', () => {
  it('lists exactly the parts of its templates, beside those that inner elements export', () => {
    for (const { tagName, path, parts } of elements) {
      const own = partsIn(codeOf(path));
      const exported = exportedParts(codeOf(path)).filter((part) => !own.includes(part));
      expect(
        parts.filter((part) => !exported.includes(part)),
        tagName,
      ).toEqual(own);
    }
  });

  it('lists every part that inner elements export', () => {
    for (const { tagName, path } of elements) {
      const code = codeOf(path);
      const tags = innerTags(code).filter(hasOwnRoot);
      expect(exportedParts(code), tagName).toEqual(unique(tags.flatMap(reachableParts)));
    }
  });
});
