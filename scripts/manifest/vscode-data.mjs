// https://github.com/microsoft/vscode-custom-data
import { cssPropertiesOf, wordsOf } from './read-elements.mjs';

const list = (heading, items) =>
  items.length > 0
    ? [
        `**${heading}**\n\n${items.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n')}`,
      ]
    : [];

/** What a reader of HTML is shown of an element: the format has no place of its own for events, slots and parts. */
function describe({ description, events, slots, cssParts }) {
  const lists = [...list('Events', events), ...list('Slots', slots), ...list('Parts', cssParts)];
  return { kind: 'markdown', value: [description, ...lists].join('\n\n') };
}

function makeAttribute(attribute) {
  const words = wordsOf(attribute);
  return {
    name: attribute.name,
    description: { kind: 'markdown', value: attribute.description },
    // Editors write an attribute of this set without a value.
    ...(attribute.type.text === 'boolean' && { valueSet: 'v' }),
    ...(words.length > 0 && { values: words.map((name) => ({ name })) }),
  };
}

/** Tags and attributes, for `html.customData`. */
export function makeHtmlData(elements) {
  return {
    version: 1.1,
    tags: elements.map((element) => ({
      name: element.tag,
      description: describe(element),
      attributes: element.attributes.map(makeAttribute),
    })),
  };
}

/** Custom properties, for `css.customData`. */
export function makeCssData(elements) {
  return {
    version: 1.1,
    properties: cssPropertiesOf(elements).map(({ name, description, default: value }) => ({
      name,
      description: {
        kind: 'markdown',
        value: value === undefined ? description : `${description}\n\nDefault: \`${value}\``,
      },
    })),
  };
}
