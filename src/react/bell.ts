import { NudgeBell as NudgeBellElement } from '../elements/bell/bell.js';
import type { InboxOption } from '../elements/inbox/inbox-options-element.js';
import type { Component, Props, SessionProperty } from './component-types.js';
import { createReactComponent } from './create-react-component.js';
import { bellEvents } from './events.js';
import { withCustomCards } from './with-custom-cards.js';

/** The properties of the React component of `<nudge-bell>`: the element's own, its events, and those of every HTML element. */
export type NudgeBellProps = Props<
  NudgeBellElement,
  | SessionProperty
  | InboxOption
  | 'open'
  | 'placement'
  | 'badge'
  | 'maxCount'
  | 'label'
  | 'titleCount'
  | 'appBadge'
  | 'href',
  typeof bellEvents
>;

/** A bell button with the number of unread notifications. It opens the inbox in a panel. */
export const NudgeBell: Component<NudgeBellProps, NudgeBellElement> = withCustomCards(
  createReactComponent<NudgeBellElement, NudgeBellProps>('nudge-bell', NudgeBellElement, bellEvents),
);
