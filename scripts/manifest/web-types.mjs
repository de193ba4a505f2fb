// https://github.com/JetBrains/web-types
import { readFileSync } from 'node:fs';
import { cssPropertiesOf, wordsOf } from './read-elements.mjs';

const named = ({ name, description }) => ({ name, description });

function makeAttribute(attribute) {
  const words = wordsOf(attribute);
  return {
    ...named(attribute),
    ...(attribute.default !== undefined && { default: attribute.default }),
    value: {
      type: words.length > 0 ? words.map((word) => `"${word}"`) : attribute.type.text,
      ...(attribute.type.text === 'boolean' && { kind: 'no-value' }),
    },
  };
}

function makeElement({ tag, className, description, properties, attributes, events, slots, cssParts }) {
  return {
    name: tag,
    description,
    source: { module: 'nudge-inbox', symbol: className },
    attributes: attributes.map(makeAttribute),
    slots: slots.map(named),
    css: { parts: cssParts.map(named) },
    js: {
      properties: properties.map((property) => ({ ...named(property), type: property.type.text })),
      events: events.map((event) => ({ ...named(event), type: event.type.text })),
    },
  };
}

/** What the editors of JetBrains read. */
export function makeWebTypes(elements) {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name,
    version,
    'description-markup': 'markdown',
    'js-types-syntax': 'typescript',
    contributions: {
      html: { elements: elements.map(makeElement) },
      css: { properties: cssPropertiesOf(elements).map(named) },
    },
  };
}
