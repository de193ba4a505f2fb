/** The text of `docs/elements.md`, formatted as Prettier does. */
export function createElementsPage(): Promise<string>;
