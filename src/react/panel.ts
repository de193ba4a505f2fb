import { NudgeAvatar as NudgeAvatarElement } from '../elements/avatar/avatar.js';
import { definePanel } from '../elements/define-panel.js';
import { NudgeInbox as NudgeInboxElement } from '../elements/inbox/inbox.js';
import type { InboxOption } from '../elements/inbox/inbox-options-element.js';
import { NudgeNotification as NudgeNotificationElement } from '../elements/notification/notification.js';
import { NudgePreferences as NudgePreferencesElement } from '../elements/preferences/preferences.js';
import type { Component, Props, SessionProperty } from './component-types.js';
import { createReactComponent } from './create-react-component.js';
import { avatarEvents, inboxEvents, notificationEvents, preferencesEvents } from './events.js';
import { withCustomCards } from './with-custom-cards.js';

// Not a side effect for bundlers: it is needed for these components only, and an app with nothing but a bell leaves them out.
definePanel();

/** The properties of the React component of `<nudge-avatar>`: the element's own, its events, and those of every HTML element. */
export type NudgeAvatarProps = Props<NudgeAvatarElement, 'src' | 'name', typeof avatarEvents>;
/** The properties of the React component of `<nudge-inbox>`: the element's own, its events, and those of every HTML element. */
export type NudgeInboxProps = Props<
  NudgeInboxElement,
  SessionProperty | InboxOption | 'heading' | 'view' | 'layout' | 'productSpace' | 'selectable' | 'shortcuts',
  typeof inboxEvents
>;
/** The properties of the React component of `<nudge-notification>`: the element's own, its events, and those of every HTML element. */
export type NudgeNotificationProps = Props<
  NudgeNotificationElement,
  SessionProperty | 'notificationId' | 'record' | 'bodyLinks' | 'avatars',
  typeof notificationEvents
>;
/** The properties of the React component of `<nudge-preferences>`: the element's own, its events, and those of every HTML element. */
export type NudgePreferencesProps = Props<
  NudgePreferencesElement,
  SessionProperty | 'heading',
  typeof preferencesEvents
>;

/** A person or thing: its picture, else its initials, else an icon. Decorative, so write the name beside it. */
export const NudgeAvatar: Component<NudgeAvatarProps, NudgeAvatarElement> = createReactComponent(
  'nudge-avatar',
  NudgeAvatarElement,
  avatarEvents,
);

/** The customer's notifications as a panel: newest first, grouped by day, older ones by month. */
export const NudgeInbox: Component<NudgeInboxProps, NudgeInboxElement> = withCustomCards(
  createReactComponent<NudgeInboxElement, NudgeInboxProps>('nudge-inbox', NudgeInboxElement, inboxEvents),
);

/** One notification: loaded by its `notificationId`, or from a given `record`. */
export const NudgeNotification: Component<NudgeNotificationProps, NudgeNotificationElement> =
  createReactComponent('nudge-notification', NudgeNotificationElement, notificationEvents);

/** The customer's notification preferences: the groups that the page provides, with a switch for each. */
export const NudgePreferences: Component<NudgePreferencesProps, NudgePreferencesElement> =
  createReactComponent('nudge-preferences', NudgePreferencesElement, preferencesEvents);
