import manifest from '../custom-elements.json';

interface Item {
  name: string;
  description?: string;
  default?: string;
  type?: { text: string };
}

/** What the custom elements manifest tells of an element. */
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

export const elements: readonly ElementDeclaration[] = manifest.modules.flatMap(
  ({ declarations }) => declarations as ElementDeclaration[],
);

export const eventNames: readonly string[] = [
  ...new Set(elements.flatMap(({ events = [] }) => events.map(({ name }) => name))),
];
