// https://github.com/JetBrains/web-types
import { attributeValues, listCssProperties } from './elements.mjs';

const named = ({ name, description }) => ({ name, description });

function createAttribute(attribute) {
  const values = attributeValues(attribute);
  return {
    ...named(attribute),
    ...(attribute.default !== undefined && { default: attribute.default }),
    value: {
      type: values.length > 0 ? values.map((value) => `"${value}"`) : attribute.type.text,
      ...(attribute.type.text === 'boolean' && { kind: 'no-value' }),
    },
  };
}

function createElement({ tag, className, description, properties, attributes, events, slots, cssParts }) {
  return {
    name: tag,
    description,
    source: { module: 'nudge-inbox', symbol: className },
    attributes: attributes.map(createAttribute),
    slots: slots.map(named),
    css: { parts: cssParts.map(named) },
    js: {
      properties: properties.map((property) => ({ ...named(property), type: property.type.text })),
      events: events.map((event) => ({ ...named(event), type: event.type.text })),
    },
  };
}

/** Creates what JetBrains editors read. */
export function createWebTypes(elements, { name, version }) {
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name,
    version,
    'description-markup': 'markdown',
    'js-types-syntax': 'typescript',
    contributions: {
      html: { elements: elements.map(createElement) },
      css: { properties: listCssProperties(elements).map(named) },
    },
  };
}
