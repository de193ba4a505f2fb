import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Described {
  name: string;
  description?: string;
  type?: { text: string };
}

interface Declaration extends Described {
  tagName: string;
  members: (Described & { kind: string; privacy?: string })[];
  attributes: (Described & { parsedType?: { text: string } })[];
  events?: Described[];
  slots?: Described[];
  cssParts?: Described[];
  cssProperties: Described[];
}

interface Manifest {
  modules: {
    path: string;
    declarations: Declaration[];
    exports: { kind: string; name: string; declaration: { name: string; module: string } }[];
  }[];
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const names = (items: readonly { name: string }[] = []): string[] => items.map(({ name }) => name);
const [classes, definitions, toastDefinitions, badgeDefinitions] = (
  read('dist/custom-elements.json') as Manifest
).modules;
const elements = classes!.declarations.map((declaration) => [declaration.tagName, declaration] as const);

describe('The custom elements manifest', () => {
  it('lists the published classes and where they are registered', () => {
    const { exports } = read('package.json') as { exports: Record<string, { default: string }> };
    expect(`./${classes!.path}`).toBe(exports['.']?.default);
    expect(`./${definitions!.path}`).toBe(exports['./define']?.default);
    expect(`./${toastDefinitions!.path}`).toBe(exports['./toasts']?.default);
    expect(`./${badgeDefinitions!.path}`).toBe(exports['./badge']?.default);
    const script = `import * as root from 'nudge-inbox'; console.log(Object.keys(root).join());`;
    const root = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const inRoot = root
      .trim()
      .split(',')
      .filter((name) => /^Nudge(?!Error)/.test(name));
    expect(names(classes!.exports).sort()).toEqual(inRoot.sort());
    const registered = [definitions, toastDefinitions, badgeDefinitions].flatMap((module) =>
      names(module!.exports),
    );
    expect(registered.sort()).toEqual(elements.map(([tag]) => tag).sort());
    expect(names(toastDefinitions!.exports)).toEqual(['nudge-toasts']);
    expect(names(badgeDefinitions!.exports)).toEqual(['nudge-badge']);
  });

  it('describes every part', () => {
    const undescribed = elements.flatMap(([tag, element]) => {
      const { members, attributes, events = [], slots = [], cssParts = [], cssProperties } = element;
      const parts = [element, ...members, ...attributes, ...events, ...slots, ...cssParts, ...cssProperties];
      return parts.filter(({ description }) => !description).map(({ name }) => `${tag}: ${name}`);
    });
    expect(undescribed).toEqual([]);
  });

  it('lists only public members', () => {
    const internal = ['slotNames', 'isEmbedded', 'localization', 'version', 'render'];
    const listed = elements.flatMap(([tag, { members }]) =>
      members
        .filter(({ privacy, name }) => privacy !== undefined || /^[#_]/.test(name) || internal.includes(name))
        .map(({ name }) => `${tag}: ${name}`),
    );
    expect(listed).toEqual([]);
  });

  it('keeps type names', () => {
    const bell = classes!.declarations.find(({ tagName }) => tagName === 'nudge-bell')!;
    const types = Object.fromEntries(
      [...bell.members, ...bell.events!].map(({ name, type }) => [name, type?.text]),
    );
    expect(types).toMatchObject({
      session: 'Session | undefined',
      placement: 'Placement | null',
      label: 'string | null | undefined',
      renderNotification: 'RenderNotification | null | undefined',
      'nudge-open': 'CustomEvent<OpenDetail>',
    });
  });
});

interface HtmlData {
  tags: {
    name: string;
    description: { value: string };
    attributes: { name: string; values?: { name: string }[] }[];
  }[];
}

describe('The VS Code data', () => {
  const { tags } = read('dist/vscode.html-custom-data.json') as HtmlData;

  it('lists the tags', () => {
    expect(names(tags)).toEqual(elements.map(([tag]) => tag));
  });

  it('describes every part', () => {
    for (const [tag, { description, attributes, events, slots, cssParts }] of elements) {
      const data = tags.find(({ name }) => name === tag)!;
      expect(names(data.attributes), tag).toEqual(names(attributes));
      const { value } = data.description;
      expect(value, tag).toContain(description);
      for (const name of [events, slots, cssParts].flatMap(names))
        expect(value, tag).toContain(`\n- \`${name}\`: `);
    }
  });

  it('lists the values of an attribute with choices', () => {
    const valuesOf = (tag: string, attribute: string) =>
      names(tags.find(({ name }) => name === tag)?.attributes.find(({ name }) => name === attribute)?.values);
    expect(valuesOf('nudge-bell', 'placement')).toEqual([
      'bottom-end',
      'bottom-start',
      'top-end',
      'top-start',
    ]);
    expect(valuesOf('nudge-inbox', 'view')).toEqual(['inbox', 'preferences']);
    expect(valuesOf('nudge-inbox', 'heading')).toEqual([]);
  });

  it('lists every custom property once', () => {
    const { properties } = read('dist/vscode.css-custom-data.json') as { properties: Described[] };
    const all = new Set(elements.flatMap(([, { cssProperties }]) => names(cssProperties)));
    expect(names(properties).sort()).toEqual([...all].sort());
  });
});

interface WebTypes {
  name: string;
  version: string;
  contributions: {
    html: {
      elements: (Described & {
        attributes: Described[];
        slots: Described[];
        css: { parts: Described[] };
        js: { properties: { name: string; type: string }[]; events: { name: string; type: string }[] };
      })[];
    };
  };
}

describe('The web-types file', () => {
  const webTypes = read('dist/web-types.json') as WebTypes;

  it('has the version of the package, which refers to it', () => {
    const manifest = read('package.json') as { name: string; version: string; 'web-types': string };
    expect(webTypes).toMatchObject({ name: manifest.name, version: manifest.version });
    expect(manifest['web-types']).toBe('./dist/web-types.json');
  });

  it('describes every part', () => {
    const typed = ({ name, type }: Described) => ({ name, type: type!.text });
    for (const [tag, element] of elements) {
      const data = webTypes.contributions.html.elements.find(({ name }) => name === tag)!;
      expect(names(data.attributes), tag).toEqual(names(element.attributes));
      expect(names(data.slots), tag).toEqual(names(element.slots));
      expect(names(data.css.parts), tag).toEqual(names(element.cssParts));
      const fields = element.members.filter(({ kind }) => kind === 'field');
      expect(names(data.js.properties), tag).toEqual(names(fields));
      expect(data.js.events, tag).toMatchObject((element.events ?? []).map(typed));
    }
  });
});
