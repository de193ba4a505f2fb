import { readmeTokens } from './readme-tokens.mjs';

const classModule = 'dist/index.js';
const definitionModule = 'dist/define.js';
const literalUnion = /^'[\w-]+'(?: \| '[\w-]+')+$/;

/** A plugin for the analyzer that reduces the manifest to what a page can use, by the files that are published. */
export function publishedApi() {
  /** The reactive properties of each class, by its name: other fields are internal. */
  const reactiveProperties = new Map();
  /** The type aliases that are unions of string literals, by their names. */
  const literalUnions = new Map();

  return {
    name: 'published-api',
    analyzePhase({ ts, node }) {
      if (ts.isClassDeclaration(node)) {
        const reactive = node.members.filter((member) =>
          ts.getDecorators(member)?.some(({ expression }) => expression.expression?.getText() === 'property'),
        );
        reactiveProperties.set(node.name.getText(), new Set(reactive.map(({ name }) => name.getText())));
      }
      if (ts.isTypeAliasDeclaration(node) && literalUnion.test(node.type.getText()))
        literalUnions.set(node.name.getText(), node.type.getText());
    },
    packageLinkPhase({ customElementsManifest: manifest }) {
      const elements = manifest.modules
        .flatMap(({ declarations }) => declarations)
        .filter(({ tagName }) => tagName !== undefined);
      const isPublic = (element, { kind, name, privacy, inheritedFrom }) => {
        if (privacy !== undefined || name.startsWith('#')) return false;
        return kind !== 'field' || reactiveProperties.get(inheritedFrom?.name ?? element.name)?.has(name);
      };
      const resolveType = typeResolver(elements);
      const declarations = elements.map((element) => ({
        ...element,
        superclass: { name: 'LitElement', package: 'lit' },
        members: element.members.filter((member) => isPublic(element, member)).map(resolveType),
        attributes: element.attributes.map((attribute) => toMarkup(resolveType(attribute), literalUnions)),
        // Public events are documented; all others are internal.
        ...(element.events && { events: element.events.filter(({ description }) => description) }),
        cssProperties: withTokens(element.cssProperties ?? []),
      }));
      manifest.modules = createModules(declarations);
    },
  };
}

/** Creates a function that resolves lookups in a member's type and drops the base class, which is not published. */
function typeResolver(elements) {
  const types = new Map();
  for (const { name, members } of elements)
    for (const member of members) types.set(`${name}['${member.name}']`, member.type?.text);
  return ({ type, ...member }) => {
    if (!type) return { ...member, inheritedFrom: undefined };
    const [, lookup] = /^(Nudge\w+\['\w+'\])/.exec(type.text) ?? [];
    // The analyzer adds a second `undefined` to an optional property whose type has one already.
    const text = (types.get(lookup) ?? type.text).replace(/(?: \| undefined)+$/, ' | undefined');
    return { ...member, type: { text }, inheritedFrom: undefined };
  };
}

/** An attribute as it is written in markup, where it cannot be null and a list is JSON. */
function toMarkup(attribute, literalUnions) {
  const text = attribute.type.text.replace(/ \| (?:null|undefined)/g, '');
  const type = { text: text.endsWith('[]') ? 'string' : text };
  return {
    ...attribute,
    type,
    ...(literalUnions.has(text) && { parsedType: { text: literalUnions.get(text) } }),
  };
}

/** Adds the tokens that every element uses; those of the avatar belong to the elements that document them. */
function withTokens(cssProperties) {
  return [...cssProperties, ...readmeTokens().filter(({ name }) => !name.startsWith('--nudge-avatar-'))];
}

function createModules(declarations) {
  const kind = 'javascript-module';
  const refer = (name) => ({ name, module: classModule });
  return [
    {
      kind,
      path: classModule,
      declarations,
      exports: declarations.map(({ name }) => ({ kind: 'js', name, declaration: refer(name) })),
    },
    {
      kind,
      path: definitionModule,
      declarations: [],
      exports: declarations.map(({ name, tagName }) => ({
        kind: 'custom-element-definition',
        name: tagName,
        declaration: refer(name),
      })),
    },
  ];
}
