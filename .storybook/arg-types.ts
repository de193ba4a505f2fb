import type { ArgTypes } from '@storybook/web-components-vite';
import { elements } from '../stories/manifest.js';

const literals = /^'[^']*'( \| '[^']*')+$/;

/** How a property of this type can be changed by hand; false where it cannot. */
function controlFor(type: string): ArgTypes[string] {
  const plain = type.replace(/ \| (null|undefined)/g, '');
  if (plain === 'boolean' || plain === 'number') return { control: { type: plain } };
  if (plain === 'string') return { control: { type: 'text' } };
  if (literals.test(plain))
    return {
      control: { type: 'inline-radio' },
      options: plain.split(' | ').map((literal) => literal.slice(1, -1)),
    };
  return { control: false };
}

/**
 * The tables of an element, from the manifest. Storybook's own way names all rows as the manifest does, where the part
 * `heading` stands in place of the property `heading`.
 */
export function extractArgTypes(tagName: string): ArgTypes {
  const element = elements.find((declaration) => declaration.tagName === tagName);
  if (!element) return {};
  const { members = [], attributes, events, slots, cssParts, cssProperties } = element;
  // As they are written in a style sheet, so that a part is not taken for the property of the same name.
  const tables = [
    {
      category: 'properties',
      items: members.filter(({ kind }) => kind === 'field'),
      write: (name: string) => name,
    },
    { category: 'attributes', items: attributes, write: (name: string) => `[${name}]` },
    { category: 'events', items: events, write: (name: string) => name },
    { category: 'slots', items: slots, write: (name: string) => `[slot=${name}]` },
    { category: 'parts', items: cssParts, write: (name: string) => `::part(${name})` },
    { category: 'custom properties', items: cssProperties, write: (name: string) => name },
  ];
  const rows: ArgTypes = {};
  for (const { category, items = [], write } of tables) {
    for (const { name, description = '', type, default: byDefault } of items) {
      rows[write(name)] = {
        name: write(name),
        description,
        ...(category === 'properties' && type ? controlFor(type.text) : { control: false }),
        table: {
          category,
          ...(type && { type: { summary: type.text } }),
          ...(byDefault !== undefined && { defaultValue: { summary: byDefault } }),
        },
      };
    }
  }
  return rows;
}
