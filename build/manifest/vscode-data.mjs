// https://github.com/microsoft/vscode-custom-data
import { attributeValues, listCssProperties } from './elements.mjs';

const list = (heading, items) =>
  items.length > 0
    ? [
        `**${heading}**\n\n${items.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n')}`,
      ]
    : [];

/** Lists events, slots and parts in the description, because the format has no fields for them. */
function describe({ description, events, slots, cssParts }) {
  const lists = [...list('Events', events), ...list('Slots', slots), ...list('Parts', cssParts)];
  return { kind: 'markdown', value: [description, ...lists].join('\n\n') };
}

function createAttribute(attribute) {
  const values = attributeValues(attribute);
  return {
    name: attribute.name,
    description: { kind: 'markdown', value: attribute.description },
    // Editors complete an attribute of this set without a value.
    ...(attribute.type.text === 'boolean' && { valueSet: 'v' }),
    ...(values.length > 0 && { values: values.map((name) => ({ name })) }),
  };
}

/** Tags and attributes, for `html.customData`. */
export function createHtmlData(elements) {
  return {
    version: 1.1,
    tags: elements.map((element) => ({
      name: element.tag,
      description: describe(element),
      attributes: element.attributes.map(createAttribute),
    })),
  };
}

/** Custom properties, for `css.customData`. */
export function createCssData(elements) {
  return {
    version: 1.1,
    properties: listCssProperties(elements).map(({ name, description, default: value }) => ({
      name,
      description: {
        kind: 'markdown',
        value: value === undefined ? description : `${description}\n\nDefault: \`${value}\``,
      },
    })),
  };
}
