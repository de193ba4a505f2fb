import type { ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react';
import type { NudgeEventMap } from '../elements/base/events.js';
import type { NudgeElement } from '../elements/base/nudge-element.js';
import type { SessionElement } from '../elements/base/session/session-element.js';

/** The properties of every element that shows a session. */
export type SessionProperty = Exclude<keyof SessionElement, keyof NudgeElement>;

type Events = Readonly<Record<string, keyof NudgeEventMap>>;

type Listeners<Names extends Events> = {
  [Key in keyof Names]?: ((event: NudgeEventMap[Names[Key]]) => void) | undefined;
};
/** The attributes of every HTML element; React 18 has no types for parts. */
type GlobalProps<Element> = HTMLAttributes<Element> & {
  part?: string | undefined;
  exportparts?: string | undefined;
};
/** The named properties of an element, listeners for its events, and the attributes of every HTML element. */
export type Props<Element, Name extends keyof Element, Names extends Events> = {
  [Key in Name]?: Element[Key] | undefined;
} & Listeners<Names> &
  Omit<GlobalProps<Element>, Name>;
/** A component of an element, with these properties. */
export type Component<ComponentProps, Element> = ForwardRefExoticComponent<
  ComponentProps & RefAttributes<Element>
>;
