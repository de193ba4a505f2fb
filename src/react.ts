'use client';
/** The elements as components of React 18 and 19. Importing this registers the tags. */
import { NudgeAvatar as NudgeAvatarElement } from './elements/avatar/avatar.js';
import { register } from './elements/base/register.js';
import { NudgeBell as NudgeBellElement } from './elements/bell/bell.js';
import { definePanel } from './elements/define-panel.js';
import { NudgeInbox as NudgeInboxElement } from './elements/inbox/inbox.js';
import type { InboxOption } from './elements/inbox/inbox-element.js';
import { NudgeNotification as NudgeNotificationElement } from './elements/notification/notification.js';
import { NudgePreferences as NudgePreferencesElement } from './elements/preferences/preferences.js';
import type { Component, Props, SessionProperty } from './react/component-types.js';
import { createReactComponent } from './react/create-react-component.js';
import { withCustomCards } from './react/with-custom-cards.js';

definePanel();
register('nudge-bell', NudgeBellElement);

/** The types of what a `ref` receives. */
export type {
  NudgeAvatarElement,
  NudgeBellElement,
  NudgeInboxElement,
  NudgeNotificationElement,
  NudgePreferencesElement,
};

const avatarEvents = {} as const;
const notificationEvents = {
  onNudgeSelect: 'nudge-select',
  onNudgeNavigate: 'nudge-navigate',
  onNudgeAction: 'nudge-action',
  onNudgeReadChange: 'nudge-read-change',
  onNudgeError: 'nudge-error',
} as const;
const preferencesEvents = {
  onNudgePreferenceChange: 'nudge-preference-change',
  onNudgeError: 'nudge-error',
} as const;
const inboxEvents = {
  ...notificationEvents,
  ...preferencesEvents,
  onNudgeSeenChange: 'nudge-seen-change',
  onNudgeDismissChange: 'nudge-dismiss-change',
  onNudgeTabChange: 'nudge-tab-change',
  onNudgeUnreadCountChange: 'nudge-unread-count-change',
  onNudgeArrival: 'nudge-arrival',
} as const;
const bellEvents = {
  ...inboxEvents,
  onNudgeOpen: 'nudge-open',
  onNudgeClose: 'nudge-close',
} as const;

/** The properties of the React component of `<nudge-avatar>`: the element's own, its events, and those of every HTML element. */
export type NudgeAvatarProps = Props<NudgeAvatarElement, 'src' | 'name', typeof avatarEvents>;
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
/** The properties of the React component of `<nudge-inbox>`: the element's own, its events, and those of every HTML element. */
export type NudgeInboxProps = Props<
  NudgeInboxElement,
  SessionProperty | InboxOption | 'heading' | 'view' | 'layout' | 'productSpace' | 'selectable' | 'shortcuts',
  typeof inboxEvents
>;
/** The properties of the React component of `<nudge-notification>`: the element's own, its events, and those of every HTML element. */
export type NudgeNotificationProps = Props<
  NudgeNotificationElement,
  SessionProperty | 'notificationId' | 'record' | 'bodyLinks',
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

/** A bell button with the number of unread notifications. It opens the inbox in a panel. */
export const NudgeBell: Component<NudgeBellProps, NudgeBellElement> = withCustomCards(
  createReactComponent<NudgeBellElement, NudgeBellProps>('nudge-bell', NudgeBellElement, bellEvents),
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
