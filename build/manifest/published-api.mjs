import { documentedTokens } from './documented-tokens.mjs';

const classModule = 'dist/index.js';
const definitionModule = 'dist/define.js';
/** The modules that register elements which `definitionModule` does not. */
const ownDefinitionModules = { 'nudge-toasts': 'dist/toasts.js', 'nudge-badge': 'dist/badge.js' };
/** The element that is no Lit element, whose documentation names its attributes. */
const plainElement = 'nudge-badge';
const literalUnion = /^'[\w-]+'(?: \| '[\w-]+')+$/;

/** A plugin for the analyzer that reduces the manifest to what a page can use, by the files that are published. */
export function publishedApi() {
  /** The reactive properties that each class declares, each with its attribute, by the name of the class. */
  const declarations = new Map();
  /** The name of the base class of each class. */
  const baseClasses = new Map();
  /** What the methods of each class return, by the names of class and method: the analyzer loses it. */
  const returns = new Map();
  /** The type aliases that are unions of string literals, by their names. */
  const literalUnions = new Map();

  /** The reactive properties of a class, each with its attribute, if it has one. Other fields are internal. */
  const reactiveProperties = (name) =>
    new Map([
      ...(declarations.get(name) ?? []),
      ...(baseClasses.has(name) ? reactiveProperties(baseClasses.get(name)) : []),
    ]);

  return {
    name: 'published-api',
    analyzePhase({ ts, node }) {
      if (ts.isClassDeclaration(node)) {
        declarations.set(
          node.name.getText(),
          node.members.flatMap((member) => {
            const decorator = ts.getDecorators(member)?.find(({ expression }) => isProperty(expression));
            return decorator ? [[member.name.getText(), attributeOf(member, decorator.expression)]] : [];
          }),
        );
        for (const member of node.members)
          if (ts.isMethodDeclaration(member) && member.type)
            returns.set(`${node.name.getText()}.${member.name.getText()}`, {
              type: { text: member.type.getText() },
              description: ts.getJSDocReturnTag(member)?.comment,
            });
        const [base] = node.heritageClauses ?? [];
        if (base) baseClasses.set(node.name.getText(), base.types[0].expression.getText());
      }
      if (ts.isTypeAliasDeclaration(node) && literalUnion.test(node.type.getText()))
        literalUnions.set(node.name.getText(), node.type.getText());
    },
    packageLinkPhase({ customElementsManifest: manifest }) {
      const elements = manifest.modules
        .flatMap(({ declarations }) => declarations)
        .filter(({ tagName }) => tagName !== undefined);
      // The analyzer leaves out what is marked as internal.
      const isPublic = ({ name, privacy, static: isStatic }) =>
        privacy === undefined && !isStatic && !name.startsWith('#');
      const returnOf = (element, { kind, name, inheritedFrom }) =>
        kind === 'method' && { return: returns.get(`${inheritedFrom?.name ?? element.name}.${name}`) };
      for (const element of elements)
        if (element.tagName !== plainElement)
          element.attributes = createAttributes(element, reactiveProperties(element.name));
      const resolveType = typeResolver(elements);
      const published = elements.map((element) => ({
        ...element,
        superclass:
          element.tagName === plainElement ? { name: 'HTMLElement' } : { name: 'LitElement', package: 'lit' },
        members: element.members
          .filter(isPublic)
          .map((member) => ({ ...resolveType(member), ...returnOf(element, member) })),
        attributes: element.attributes.map((attribute) => toMarkup(resolveType(attribute), literalUnions)),
        // Public events are documented; all others are internal.
        ...(element.events && { events: element.events.filter(({ description }) => description) }),
        cssProperties: withTokens(element),
      }));
      manifest.modules = createModules(published);
    },
  };
}

/** Whether an expression is `property(…)` of a decorator. */
const isProperty = ({ expression }) => expression?.getText() === 'property';

/** The name of the attribute of a property, which is undefined with `attribute: false`. */
function attributeOf({ name }, { arguments: [options] }) {
  const attribute = options?.properties.find((option) => option.name.getText() === 'attribute');
  return attribute ? attribute.initializer.text : name.getText().toLowerCase();
}

/** Creates the attributes of an element, since the analyzer misses those of the base class. */
function createAttributes({ members }, properties) {
  return members.flatMap((field) => {
    const name = properties.get(field.name);
    if (!name) return [];
    field.attribute = name;
    const { default: value, description, type } = field;
    return [{ name, default: value, description, fieldName: field.name, type }];
  });
}

/** Creates a function that resolves lookups in a member's type and drops the base class, which is not published. */
function typeResolver(elements) {
  const types = new Map();
  for (const { name, members } of elements)
    for (const member of members) types.set(`${name}['${member.name}']`, member.type?.text);
  return ({ type, ...field }) => {
    const member = { ...field, privacy: undefined, inheritedFrom: undefined };
    if (!type) return member;
    const [, lookup] = /^(Nudge\w+\['\w+'\])/.exec(type.text) ?? [];
    // The analyzer adds a second `undefined` to an optional property whose type has one already.
    const text = (types.get(lookup) ?? type.text).replace(/(?: \| undefined)+$/, ' | undefined');
    return { ...member, type: { text } };
  };
}

/** An attribute as it is written in markup, where it cannot be null, a list is JSON, and what may be a text is no object. */
function toMarkup(attribute, literalUnions) {
  const parts = attribute.type.text.replace(/ \| (?:null|undefined)/g, '').split(' | ');
  const text = parts.filter((part) => !parts.includes('string') || !/^[A-Z]/.test(part)).join(' | ');
  const type = { text: text.endsWith('[]') ? 'string' : text };
  return {
    ...attribute,
    type,
    ...(literalUnions.has(text) && { parsedType: { text: literalUnions.get(text) } }),
  };
}

/** Adds the tokens that every element uses; those of the avatar, and the few of the plain element, belong to the elements that document them. */
function withTokens({ tagName, cssProperties = [] }) {
  if (tagName === plainElement) return cssProperties;
  return [...cssProperties, ...documentedTokens().filter(({ name }) => !name.startsWith('--nudge-avatar-'))];
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
    ...[definitionModule, ...Object.values(ownDefinitionModules)].map((path) => ({
      kind,
      path,
      declarations: [],
      exports: declarations
        .filter(({ tagName }) => (ownDefinitionModules[tagName] ?? definitionModule) === path)
        .map(({ name, tagName }) => ({
          kind: 'custom-element-definition',
          name: tagName,
          declaration: refer(name),
        })),
    })),
  ];
}
