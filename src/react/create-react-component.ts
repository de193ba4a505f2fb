import { createComponent } from '@lit/react';
import * as React from 'react';

/** On a server nothing is laid out, and React 18 warns of effects that wait for it. */
const react =
  typeof document === 'undefined' ? { ...React, useLayoutEffect: (): void => undefined } : { ...React };

/**
 * Makes a React component of an element. The caller states the type of its properties: the type that `@lit/react` infers
 * contains every member of the class, and refers to a package that users of this one have not installed.
 */
export function createReactComponent<Element extends HTMLElement, Props>(
  tag: string,
  element: new () => Element,
  events: Readonly<Record<string, string>>,
): React.ForwardRefExoticComponent<Props & React.RefAttributes<Element>>;
export function createReactComponent(
  tagName: string,
  elementClass: new () => HTMLElement,
  events: Readonly<Record<string, string>>,
): unknown {
  // The component looks for the properties on the class. Lit creates them when this getter is read, usually by the
  // registration of the tag, which may come later.
  Reflect.get(elementClass, 'observedAttributes');
  return createComponent({ react, tagName, elementClass, events });
}
