'use client';
/** The elements as components of React 18 and 19. To import it registers the tags. */
import type { ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react';
import type { NudgeElements } from '../types/elements.js';
import type { Listener, ListenerName } from '../types/listeners.js';
import './define.js';
import { NudgeAvatar as NudgeAvatarElement } from './elements/avatar/avatar.js';
import { NudgeBell as NudgeBellElement } from './elements/bell/bell.js';
import { NudgeInbox as NudgeInboxElement } from './elements/inbox/inbox.js';
import { NudgeNotification as NudgeNotificationElement } from './elements/notification/notification.js';
import { NudgePreferences as NudgePreferencesElement } from './elements/preferences/preferences.js';
import { createReactComponent } from './react/create-react-component.js';

/** What a `ref` gives. */
export type {
  NudgeAvatarElement,
  NudgeBellElement,
  NudgeInboxElement,
  NudgeNotificationElement,
  NudgePreferencesElement,
};

type Tag = keyof NudgeElements;
type Events<Name extends Tag> = NudgeElements[Name]['events'];
type Properties<Name extends Tag> = NudgeElements[Name]['properties'];

/** The events of an element by the properties that take their listeners. */
type EventNames<Name extends Tag> = { [Key in keyof Events<Name> & string as ListenerName<Key>]: Key };
type Listeners<Name extends Tag> = {
  [Key in keyof Events<Name> & string as ListenerName<Key>]?: Listener<Events<Name>[Key]>;
};
/** What every element takes; React 18 does not know of parts. */
type Global<Name extends Tag> = HTMLAttributes<NudgeElements[Name]['class']> & {
  part?: string | undefined;
  exportparts?: string | undefined;
};
type Props<Name extends Tag> = Properties<Name> &
  Listeners<Name> &
  Omit<Global<Name>, keyof Properties<Name>>;
type Component<Name extends Tag> = ForwardRefExoticComponent<
  Props<Name> & RefAttributes<NudgeElements[Name]['class']>
>;

export type NudgeAvatarProps = Props<'nudge-avatar'>;
export type NudgeBellProps = Props<'nudge-bell'>;
export type NudgeInboxProps = Props<'nudge-inbox'>;
export type NudgeNotificationProps = Props<'nudge-notification'>;
export type NudgePreferencesProps = Props<'nudge-preferences'>;

const notificationEvents: EventNames<'nudge-notification'> = {
  onNudgeNavigate: 'nudge-navigate',
  onNudgeAction: 'nudge-action',
  onNudgeReadChange: 'nudge-read-change',
  onNudgeError: 'nudge-error',
};
const preferencesEvents: EventNames<'nudge-preferences'> = {
  onNudgePreferenceChange: 'nudge-preference-change',
  onNudgeError: 'nudge-error',
};
const inboxEvents: EventNames<'nudge-inbox'> = {
  ...notificationEvents,
  ...preferencesEvents,
  onNudgeDismissChange: 'nudge-dismiss-change',
  onNudgeUnreadCountChange: 'nudge-unread-count-change',
  onNudgeArrival: 'nudge-arrival',
};
const bellEvents: EventNames<'nudge-bell'> = {
  ...inboxEvents,
  onNudgeOpen: 'nudge-open',
  onNudgeClose: 'nudge-close',
};

/** A person or thing: its picture, else its initials, else an icon. It is decoration: name it where it stands. */
export const NudgeAvatar: Component<'nudge-avatar'> = createReactComponent(
  'nudge-avatar',
  NudgeAvatarElement,
  {},
);

/** A bell with the number of unread notifications; it opens the inbox. */
export const NudgeBell: Component<'nudge-bell'> = createReactComponent(
  'nudge-bell',
  NudgeBellElement,
  bellEvents,
);

/** The customer's notifications as a panel: newest first, grouped by day. */
export const NudgeInbox: Component<'nudge-inbox'> = createReactComponent(
  'nudge-inbox',
  NudgeInboxElement,
  inboxEvents,
);

/** One notification: the one of `notificationId`, which it loads, or a given `record`. */
export const NudgeNotification: Component<'nudge-notification'> = createReactComponent(
  'nudge-notification',
  NudgeNotificationElement,
  notificationEvents,
);

/** The customer's choice of what to be notified of: the groups that the host tells of, and a switch for each. */
export const NudgePreferences: Component<'nudge-preferences'> = createReactComponent(
  'nudge-preferences',
  NudgePreferencesElement,
  preferencesEvents,
);
