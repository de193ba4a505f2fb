/**
 * The tags in Svelte 5, which sets properties and hears events by their own names, such as `onnudge-open`.
 * For the types alone: `import type {} from 'nudge-inbox/svelte';`
 */
import type { HTMLAttributes } from 'svelte/elements';
import type { NudgeElements } from './elements.js';
import type { Listener } from './listeners.js';

type Listeners<Events> = { [Name in keyof Events & string as `on${Name}`]?: Listener<Events[Name]> | null };

/** Svelte writes false as a word, by which an attribute means yes; the property takes it as it is. */
type Written<Attributes> = {
  [Name in keyof Attributes]: boolean extends Attributes[Name] ? true | '' | undefined : Attributes[Name];
};

type Tags = {
  [Tag in keyof NudgeElements]: NudgeElements[Tag]['properties'] &
    Written<NudgeElements[Tag]['attributes']> &
    Listeners<NudgeElements[Tag]['events']> &
    Omit<HTMLAttributes<NudgeElements[Tag]['class']>, keyof NudgeElements[Tag]['properties']>;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends Tags {}
}
