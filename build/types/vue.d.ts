/**
 * The tags in the templates of Vue 3, for its checker. For the types alone: `import type {} from 'nudge-inbox/vue';`
 *
 * Bind properties by their own names, such as `:readOnView`. Vue writes a false `:read-on-view` as a word, by which an
 * attribute means yes; to the checker both are the same.
 */
import type { HTMLAttributes, PublicProps } from 'vue';
import type { NudgeElements } from './elements.js';
import type { Listener, ListenerName } from './listeners.js';

type Listeners<Events> = {
  [Name in keyof Events & string as ListenerName<Name>]?: Listener<Events[Name]>;
};

type Global = HTMLAttributes & { part?: string | undefined; exportparts?: string | undefined };

/** A reference to it is the element itself; `$props` is what the checker reads. */
type Tags = {
  [Tag in keyof NudgeElements]: new () => NudgeElements[Tag]['class'] & {
    $props: NudgeElements[Tag]['properties'] &
      Listeners<NudgeElements[Tag]['events']> &
      Omit<Global, keyof NudgeElements[Tag]['properties']> &
      PublicProps;
  };
};

declare module 'vue' {
  interface GlobalComponents extends Tags {}
  /** Standard, and how content gets its place in these elements; Vue's own types lack it. */
  interface HTMLAttributes {
    slot?: string | undefined;
  }
}
