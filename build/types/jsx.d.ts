/**
 * The tags in JSX, for React 19, which sets properties and hears events by their own names, such as `onnudge-open`.
 * For the types alone: `import type {} from 'nudge-inbox/jsx';`
 *
 * Register the tags before the first rendering, for an unknown tag is given attributes. Where React takes over what a
 * server rendered, it neither sets objects nor hears events of a tag; `nudge-inbox/react` does both. And TypeScript lets
 * any name with a hyphen pass in JSX: a misspelt `onnudge-opne` is no error.
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { NudgeElements } from './elements.js';
import type { Listener } from './listeners.js';

type Listeners<Events> = { [Name in keyof Events & string as `on${Name}`]?: Listener<Events[Name]> };

type Global<Class> = DetailedHTMLProps<HTMLAttributes<Class>, Class> & { class?: string | undefined };

type Tags = {
  [Tag in keyof NudgeElements]: NudgeElements[Tag]['properties'] &
    NudgeElements[Tag]['attributes'] &
    Listeners<NudgeElements[Tag]['events']> &
    Omit<Global<NudgeElements[Tag]['class']>, keyof NudgeElements[Tag]['properties']>;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
