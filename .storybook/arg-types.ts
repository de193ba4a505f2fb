import type { ArgTypes } from '@storybook/web-components-vite';
import { elements } from '../stories/manifest.js';

const literals = /^'[^']*'( \| '[^']*')+$/;

/** The control for a property of this type, or `false` if there is none. */
function controlFor(type: string): ArgTypes[string] {
  const baseType = type.replace(/ \| (null|undefined)/g, '');
  if (baseType === 'boolean' || baseType === 'number') return { control: { type: baseType } };
  if (baseType === 'string') return { control: { type: 'text' } };
  if (literals.test(baseType))
    return {
      control: { type: 'inline-radio' },
      options: baseType.split(' | ').map((literal) => literal.slice(1, -1)),
    };
  return { control: false };
}

/**
 * The tables of an element, from the manifest. Storybook itself identifies rows by name alone, so the part `heading` would
 * replace the property `heading`.
 */
export function extractArgTypes(tagName: string): ArgTypes {
  const element = elements.find((declaration) => declaration.tagName === tagName);
  if (!element) return {};
  const { members = [], attributes, events, slots, cssParts, cssProperties } = element;
  // In selector notation, so that a part and a property of the same name differ.
  const tables = [
    {
      category: 'properties',
      items: members.filter(({ kind }) => kind === 'field'),
      format: (name: string) => name,
    },
    { category: 'attributes', items: attributes, format: (name: string) => `[${name}]` },
    { category: 'events', items: events, format: (name: string) => name },
    { category: 'slots', items: slots, format: (name: string) => `[slot=${name}]` },
    { category: 'parts', items: cssParts, format: (name: string) => `::part(${name})` },
    { category: 'custom properties', items: cssProperties, format: (name: string) => name },
  ];
  const rows: ArgTypes = {};
  for (const { category, items = [], format } of tables) {
    for (const { name, description = '', type, default: defaultValue } of items) {
      rows[format(name)] = {
        name: format(name),
        description,
        ...(category === 'properties' && type ? controlFor(type.text) : { control: false }),
        table: {
          category,
          ...(type && { type: { summary: type.text } }),
          ...(defaultValue !== undefined && { defaultValue: { summary: defaultValue } }),
        },
      };
    }
  }
  return rows;
}
