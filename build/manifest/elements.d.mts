interface Described {
  name: string;
  description?: string;
  type?: { text: string };
}

/** An element of the manifest. */
export interface ListedElement {
  tag: string;
  className: string;
  description: string;
  properties: Described[];
  methods: Described[];
  attributes: Described[];
  events: Described[];
  slots: Described[];
  cssParts: Described[];
  cssProperties: Described[];
}

/** Lists the elements of a manifest, with an empty list for each kind of API that an element does not have. */
export function listElements(manifest: object): ListedElement[];
