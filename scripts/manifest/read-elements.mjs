import { readFileSync } from 'node:fs';

/** The elements of the manifest, with an empty list for what one has none of. */
export function readElements() {
  const manifest = JSON.parse(readFileSync('custom-elements.json', 'utf8'));
  return manifest.modules
    .flatMap(({ declarations }) => declarations)
    .map(({ tagName, name, description, members, ...parts }) => ({
      tag: tagName,
      className: name,
      description,
      properties: members.filter(({ kind }) => kind === 'field'),
      attributes: parts.attributes ?? [],
      events: parts.events ?? [],
      slots: parts.slots ?? [],
      cssParts: parts.cssParts ?? [],
      cssProperties: parts.cssProperties ?? [],
    }));
}

/** The words that an attribute can be, where it is a choice of some. */
export function wordsOf({ type, parsedType }) {
  return [...(parsedType ?? type).text.matchAll(/'([^']+)'/g)].map(([, word]) => word);
}

/** The custom properties of all elements, each once. */
export function cssPropertiesOf(elements) {
  const all = elements.flatMap(({ cssProperties }) => cssProperties);
  return [...new Map(all.map((property) => [property.name, property])).values()];
}
