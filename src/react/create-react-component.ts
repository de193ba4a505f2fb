import { createComponent } from '@lit/react';
import * as React from 'react';

/** On a server nothing is laid out, and React 18 warns of effects that wait for it. */
const react =
  typeof document === 'undefined' ? { ...React, useLayoutEffect: (): void => undefined } : { ...React };

/**
 * Makes a React component of an element. Its properties are the caller's word: those that `@lit/react` would infer hold
 * every member of the class, and come from a package that who installs this one does not have.
 */
export function createReactComponent<Element extends HTMLElement, Props>(
  tag: string,
  element: new () => Element,
  events: Readonly<Record<string, string>>,
): React.ForwardRefExoticComponent<Props & React.RefAttributes<Element>>;
export function createReactComponent(
  tagName: string,
  elementClass: (new () => HTMLElement) & { readonly observedAttributes?: readonly string[] },
  events: Readonly<Record<string, string>>,
): unknown {
  // The component looks for the properties on the class. Lit creates them when it is asked for the attributes, usually by
  // the registration of the tag, which may come later.
  // eslint-disable-next-line @typescript-eslint/no-meaningless-void-operator -- a getter with an effect
  void elementClass.observedAttributes;
  return createComponent({ react, tagName, elementClass, events });
}
