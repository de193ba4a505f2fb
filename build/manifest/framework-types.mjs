import { attributeValues } from './elements.mjs';

const documented = ({ description }, declaration) =>
  `/** ${description.replaceAll('*/', '* /')} */\n${declaration}`;
const members = (items, write) =>
  items.length > 0 ? `{${items.map((item) => documented(item, write(item))).join('\n')}}` : 'object';

/** The type of an attribute in markup; a number may be written as a string. */
function attributeType(attribute) {
  const values = attributeValues(attribute);
  if (values.length > 0) return values.map((value) => `'${value}'`).join(' | ');
  return attribute.type.text === 'number' ? 'number | string' : attribute.type.text;
}

function declare(element) {
  const { tag, className, properties, attributes, events } = element;
  const names = new Set(properties.map(({ name }) => name));
  // If an attribute has the name of a property, frameworks set the property.
  const others = attributes.filter(({ name }) => !names.has(name));
  const write = {
    property: ({ name }) => `${name}?: ${className}['${name}'] | undefined;`,
    attribute: (attribute) => `'${attribute.name}'?: ${attributeType(attribute)} | undefined;`,
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

/** Declares the types of all tags, from which `jsx.d.ts`, `vue.d.ts` and `svelte.d.ts` derive. */
export function declareElements(elements) {
  const names = elements.map(({ className }) => className);
  return `import type { ${[...names, 'NudgeEventMap'].join(', ')} } from 'nudge-inbox';

/** For each tag its class, properties, events, and the attributes whose names differ from those of properties. */
export interface NudgeElements {
${elements.map(declare).join('\n')}
}
`;
}
