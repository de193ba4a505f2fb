import type { ListedElement } from './elements.mjs';

/** Declares the types of all tags, from which `jsx.d.ts`, `vue.d.ts` and `svelte.d.ts` derive. */
export function declareElements(elements: readonly ListedElement[]): string;
