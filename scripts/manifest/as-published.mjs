import { readmeTokens } from './readme-tokens.mjs';

const classes = 'dist/index.js';
const definitions = 'dist/define.js';

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
      if (ts.isTypeAliasDeclaration(node) && /^'[\w-]+'( \| '[\w-]+')+$/.test(node.type.getText()))
        choices.set(node.name.getText(), node.type.getText());
    },
    packageLinkPhase({ customElementsManifest: manifest }) {
      const elements = manifest.modules
        .flatMap(({ declarations }) => declarations)
        .filter(({ tagName }) => tagName !== undefined);
      const typeOf = new Map();
      for (const { name, members } of elements)
        for (const member of members) typeOf.set(`${name}['${member.name}']`, member.type?.text);
      const readable = ({ text }) => {
        const [, lookup] = /^(Nudge\w+\['\w+'\])/.exec(text) ?? [];
        // An optional property of a type that allows undefined is told as undefined twice.
        return (typeOf.get(lookup) ?? text).replace(/(?: \| undefined)+$/, ' | undefined');
      };
      // Where it is inherited from is none of the published files.
      const describe = ({ type, ...member }) => ({
        ...member,
        ...(type && { type: { text: readable(type) } }),
        inheritedFrom: undefined,
      });

      const declarations = elements.map((element) => ({
        ...element,
        superclass: { name: 'LitElement', package: 'lit' },
        members: element.members
          .filter(({ kind, name, privacy, inheritedFrom }) =>
            kind === 'field'
              ? privacy === undefined && properties.get(inheritedFrom?.name ?? element.name)?.has(name)
              : privacy === undefined && !name.startsWith('#'),
          )
          .map(describe),
        attributes: element.attributes.map(describe).map((attribute) => {
          const text = attribute.type.text.replace(/ \| (?:null|undefined)/g, '');
          // What is neither text, number nor yes or no is written as JSON.
          const type = /\[\]$/.test(text) ? 'string' : text;
          const parsedType = choices.has(type) && { parsedType: { text: choices.get(type) } };
          return { ...attribute, type: { text: type }, ...parsedType };
        }),
        // Those that are for the page are all documented; what else is fired stays within.
        ...(element.events && { events: element.events.filter(({ description }) => description) }),
        cssProperties: [
          ...(element.cssProperties ?? []),
          ...readmeTokens().filter(({ name }) => !name.startsWith('--nudge-avatar-')),
        ],
      }));

      const kind = 'javascript-module';
      manifest.modules = [
        {
          kind,
          path: classes,
          declarations,
          exports: declarations.map(({ name }) => ({
            kind: 'js',
            name,
            declaration: { name, module: classes },
          })),
        },
        {
          kind,
          path: definitions,
          declarations: [],
          exports: declarations.map(({ name, tagName }) => ({
            kind: 'custom-element-definition',
            name: tagName,
            declaration: { name, module: classes },
          })),
        },
      ];
    },
  };
}
