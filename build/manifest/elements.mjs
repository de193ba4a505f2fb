/** Lists the elements of a manifest, with an empty list for each kind of API that an element does not have. */
export function listElements(manifest) {
  return manifest.modules
    .flatMap(({ declarations }) => declarations)
    .map(({ tagName, name, description, members, ...parts }) => ({
      tag: tagName,
      className: name,
      description,
      properties: members.filter(({ kind }) => kind === 'field'),
      methods: members.filter(({ kind }) => kind === 'method'),
      attributes: parts.attributes ?? [],
      events: parts.events ?? [],
      slots: parts.slots ?? [],
      cssParts: parts.cssParts ?? [],
      cssProperties: parts.cssProperties ?? [],
    }));
}

/** Lists the values of an attribute whose type is a union of string literals. */
export function attributeValues({ type, parsedType }) {
  return [...(parsedType ?? type).text.matchAll(/'([^']+)'/g)].map(([, value]) => value);
}

/** Lists the custom properties of all elements, each once. */
export function listCssProperties(elements) {
  const all = elements.flatMap(({ cssProperties }) => cssProperties);
  return [...new Map(all.map((property) => [property.name, property])).values()];
}
