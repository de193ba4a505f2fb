import { readmeTokens } from './readme-tokens.mjs';

const classes = 'dist/index.js';
const definitions = 'dist/define.js';
const wordChoice = /^'[\w-]+'(?: \| '[\w-]+')+$/;

/** A plugin of the analyzer: the manifest tells what a page can use, by the files that are published. */
export function asPublished() {
  /** By the name of the class, its reactive properties: no other field is for the page. */
  const properties = new Map();
  /** By their names, the types that are a choice of words. */
  const choices = new Map();

  return {
    name: 'as-published',
    analyzePhase({ ts, node }) {
      if (ts.isClassDeclaration(node)) {
        const reactive = node.members.filter((member) =>
          ts.getDecorators(member)?.some(({ expression }) => expression.expression?.getText() === 'property'),
        );
        properties.set(node.name.getText(), new Set(reactive.map(({ name }) => name.getText())));
      }
      if (ts.isTypeAliasDeclaration(node) && wordChoice.test(node.type.getText()))
        choices.set(node.name.getText(), node.type.getText());
    },
    packageLinkPhase({ customElementsManifest: manifest }) {
      const elements = manifest.modules
        .flatMap(({ declarations }) => declarations)
        .filter(({ tagName }) => tagName !== undefined);
      const isPublic = (element, { kind, name, privacy, inheritedFrom }) => {
        if (privacy !== undefined || name.startsWith('#')) return false;
        return kind !== 'field' || properties.get(inheritedFrom?.name ?? element.name)?.has(name);
      };
      const withReadableType = readTypes(elements);
      const declarations = elements.map((element) => ({
        ...element,
        superclass: { name: 'LitElement', package: 'lit' },
        members: element.members.filter((member) => isPublic(element, member)).map(withReadableType),
        attributes: element.attributes.map((attribute) => asWritten(withReadableType(attribute), choices)),
        // Those that are for the page are all documented; what else is fired stays within.
        ...(element.events && { events: element.events.filter(({ description }) => description) }),
        cssProperties: withTokens(element.cssProperties ?? []),
      }));
      manifest.modules = makeModules(declarations);
    },
  };
}

/** Gives a member a type that tells by itself, and takes off where it is inherited from, which is not published. */
function readTypes(elements) {
  const typeOf = new Map();
  for (const { name, members } of elements)
    for (const member of members) typeOf.set(`${name}['${member.name}']`, member.type?.text);
  return ({ type, ...member }) => {
    if (!type) return { ...member, inheritedFrom: undefined };
    const [, lookup] = /^(Nudge\w+\['\w+'\])/.exec(type.text) ?? [];
    // An optional property of a type that allows undefined is told as undefined twice.
    const text = (typeOf.get(lookup) ?? type.text).replace(/(?: \| undefined)+$/, ' | undefined');
    return { ...member, type: { text }, inheritedFrom: undefined };
  };
}

/** An attribute as it stands in the markup, where it cannot be null, and a list is JSON. */
function asWritten(attribute, choices) {
  const text = attribute.type.text.replace(/ \| (?:null|undefined)/g, '');
  const type = { text: text.endsWith('[]') ? 'string' : text };
  return { ...attribute, type, ...(choices.has(text) && { parsedType: { text: choices.get(text) } }) };
}

/** With those that hold for every element; only some have an avatar. */
function withTokens(cssProperties) {
  return [...cssProperties, ...readmeTokens().filter(({ name }) => !name.startsWith('--nudge-avatar-'))];
}

function makeModules(declarations) {
  const kind = 'javascript-module';
  const refer = (name) => ({ name, module: classes });
  return [
    {
      kind,
      path: classes,
      declarations,
      exports: declarations.map(({ name }) => ({ kind: 'js', name, declaration: refer(name) })),
    },
    {
      kind,
      path: definitions,
      declarations: [],
      exports: declarations.map(({ name, tagName }) => ({
        kind: 'custom-element-definition',
        name: tagName,
        declaration: refer(name),
      })),
    },
  ];
}
