import manifest from 'virtual:custom-elements-manifest';

export interface Item {
  name: string;
  description?: string;
  default?: string;
  type?: { text: string };
}

/** An element in the custom elements manifest. */
export interface ElementDeclaration {
  tagName: string;
  description?: string;
  members?: (Item & { kind: string })[];
  attributes?: Item[];
  events?: Item[];
  slots?: Item[];
  cssParts?: Item[];
  cssProperties?: Item[];
}

export const elements: readonly ElementDeclaration[] = manifest.modules.flatMap(({ declarations }) =>
  (declarations as ElementDeclaration[]).filter(({ tagName }) => tagName),
);

export const eventNames: readonly string[] = [
  ...new Set(elements.flatMap(({ events = [] }) => events.map(({ name }) => name))),
];

/** Each custom property once, with the description of the first element that has it. */
export const tokens: readonly Item[] = [
  ...new Map(
    elements
      .flatMap(({ cssProperties = [] }) => cssProperties)
      .reverse()
      .map((item) => [item.name, item]),
  ).values(),
].reverse();

export const colourTokens: readonly Item[] = tokens.filter(
  ({ name }) => !/radius|size|font|shadow/.test(name),
);
