import { wordsOf } from './read-elements.mjs';

const documented = ({ description }, declaration) =>
  `/** ${description.replaceAll('*/', '* /')} */\n${declaration}`;
const members = (items, write) =>
  items.length > 0 ? `{${items.map((item) => documented(item, write(item))).join('\n')}}` : 'object';

/** What stands in the markup: text, and what becomes one. */
function typeOfAttribute(attribute) {
  const words = wordsOf(attribute);
  if (words.length > 0) return words.map((word) => `'${word}'`).join(' | ');
  return attribute.type.text === 'number' ? 'number | string' : attribute.type.text;
}

function declare(element) {
  const { tag, className, properties, attributes, events } = element;
  const names = new Set(properties.map(({ name }) => name));
  // Where both are named alike, it is the property that frameworks set.
  const others = attributes.filter(({ name }) => !names.has(name));
  const write = {
    property: ({ name }) => `${name}?: ${className}['${name}'] | undefined;`,
    attribute: (attribute) => `'${attribute.name}'?: ${typeOfAttribute(attribute)} | undefined;`,
    event: ({ name }) => `'${name}': NudgeEventMap['${name}'];`,
  };
  return documented(
    element,
    `'${tag}': {
      class: ${className};
      properties: ${members(properties, write.property)};
      attributes: ${members(others, write.attribute)};
      events: ${members(events, write.event)};
    };`,
  );
}

/** From these `types/jsx.d.ts` and its like make what each framework wants. */
export function declareElements(elements) {
  const names = elements.map(({ className }) => className);
  return `// Made from custom-elements.json by \`npm run manifest\`.
import type { ${[...names, 'NudgeEventMap'].join(', ')} } from 'nudge-inbox';

/** Of each tag its class, its properties, the attributes that are named otherwise, and the events that it fires. */
export interface NudgeElements {
${elements.map(declare).join('\n')}
}
`;
}
