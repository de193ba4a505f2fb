// Made from custom-elements.json by `npm run manifest`.
import type {
  NudgeAvatar,
  NudgeBell,
  NudgeInbox,
  NudgeNotification,
  NudgePreferences,
  NudgeEventMap,
} from 'nudge-inbox';

/** Of each tag its class, its properties, the attributes that are named otherwise, and the events that it fires. */
export interface NudgeElements {
  /** A person or thing: its picture, else its initials, else an icon. It is decoration: name it where it stands. */
  'nudge-avatar': {
    class: NudgeAvatar;
    properties: {
      /** Address of the picture; `https`, `http` or same-origin. */
      src?: NudgeAvatar['src'] | undefined;
      /** Whose it is; its initials stand in for a picture. */
      name?: NudgeAvatar['name'] | undefined;
    };
    attributes: object;
    events: object;
  };
  /** A bell with the number of unread notifications; it opens the inbox. */
  'nudge-bell': {
    class: NudgeBell;
    properties: {
      /** Whether the panel is open. */
      open?: NudgeBell['open'] | undefined;
      /** Where the panel opens if there is room: below or above, its end or start flush with the bell's. */
      placement?: NudgeBell['placement'] | undefined;
      /** The highest number that the badge shows, at most 99; beyond it a plus stands. */
      maxCount?: NudgeBell['maxCount'] | undefined;
      /** The bell's name and the panel's; `Notifications` in the page's language unless it is set. */
      label?: NudgeBell['label'] | undefined;
      /** Whether a notification in the panel is read once it was in view for two seconds. */
      readOnView?: NudgeBell['readOnView'] | undefined;
      /** Makes cards of one's own in the panel: an element, or what Lit can render. Null gives the usual card. */
      renderNotification?: NudgeBell['renderNotification'] | undefined;
      /** Whether the number of unread ones stands before the title of the page. */
      titleCount?: NudgeBell['titleCount'] | undefined;
      /** Whether the icon of the app shows the number of unread ones, where the page is installed as one. */
      appBadge?: NudgeBell['appBadge'] | undefined;
      /** The session to show. Elements that are given the same one act as one. It wins over the settings below. */
      session?: NudgeBell['session'] | undefined;
      /** The service's address, `<prefix>/v1/<service>`, or a same-origin path. */
      baseUrl?: NudgeBell['baseUrl'] | undefined;
      /** Gives the signed-in customer's token, or a promise of it. May be another function each time. */
      getToken?: NudgeBell['getToken'] | undefined;
      /** The customer's notification ids, newest first. As an attribute a JSON array. */
      ids?: NudgeBell['ids'] | undefined;
      /** Where further ids and arrivals come from. */
      source?: NudgeBell['source'] | undefined;
      /** The groups of notifications among which the customer chooses. As an attribute a JSON array. */
      groups?: NudgeBell['groups'] | undefined;
      /** Whose device state this is; without it nothing is written to the device. */
      customerKey?: NudgeBell['customerKey'] | undefined;
      /** The `fetch` to use in place of the page's own, for instance a sandbox's. */
      fetch?: NudgeBell['fetch'] | undefined;
      /** Words in place of the element's own; those that are left out stay as they are. */
      messages?: NudgeBell['messages'] | undefined;
    };
    attributes: {
      /** The highest number that the badge shows, at most 99; beyond it a plus stands. */
      'max-count'?: number | string | undefined;
      /** Whether a notification in the panel is read once it was in view for two seconds. */
      'read-on-view'?: boolean | undefined;
      /** Whether the number of unread ones stands before the title of the page. */
      'title-count'?: boolean | undefined;
      /** Whether the icon of the app shows the number of unread ones, where the page is installed as one. */
      'app-badge'?: boolean | undefined;
      /** The service's address, `<prefix>/v1/<service>`, or a same-origin path. */
      'base-url'?: string | undefined;
      /** Whose device state this is; without it nothing is written to the device. */
      'customer-key'?: string | undefined;
    };
    events: {
      /** The customer opens the panel; cancel it to keep it closed. */
      'nudge-open': NudgeEventMap['nudge-open'];
      /** The customer closes the panel; can be cancelled unless the browser has closed it. */
      'nudge-close': NudgeEventMap['nudge-close'];
      /** Before a link is followed; cancel it to go there yourself. */
      'nudge-navigate': NudgeEventMap['nudge-navigate'];
      /** A button of a notification was pressed. */
      'nudge-action': NudgeEventMap['nudge-action'];
      /** Notifications were marked as read or unread. */
      'nudge-read-change': NudgeEventMap['nudge-read-change'];
      /** Notifications were dismissed, or restored. */
      'nudge-dismiss-change': NudgeEventMap['nudge-dismiss-change'];
      /** The number of unread ones changed. */
      'nudge-unread-count-change': NudgeEventMap['nudge-unread-count-change'];
      /** New notifications came. */
      'nudge-arrival': NudgeEventMap['nudge-arrival'];
      /** A choice of the preferences was saved. */
      'nudge-preference-change': NudgeEventMap['nudge-preference-change'];
      /** Something could not be loaded or saved. */
      'nudge-error': NudgeEventMap['nudge-error'];
    };
  };
  /** The customer's notifications as a panel: newest first, grouped by day. */
  'nudge-inbox': {
    class: NudgeInbox;
    properties: {
      /** The heading; `Notifications` in the page's language unless it is set. */
      heading?: NudgeInbox['heading'] | undefined;
      /** What is shown: the notifications, or the preferences. */
      view?: NudgeInbox['view'] | undefined;
      /** Which notifications to show. */
      filter?: NudgeInbox['filter'] | undefined;
      /** Whether a notification is read once it was in view for two seconds. */
      readOnView?: NudgeInbox['readOnView'] | undefined;
      /** Makes a card of one's own: an element, or what Lit can render. Null gives the usual card. */
      renderNotification?: NudgeInbox['renderNotification'] | undefined;
      /** The session to show. Elements that are given the same one act as one. It wins over the settings below. */
      session?: NudgeInbox['session'] | undefined;
      /** The service's address, `<prefix>/v1/<service>`, or a same-origin path. */
      baseUrl?: NudgeInbox['baseUrl'] | undefined;
      /** Gives the signed-in customer's token, or a promise of it. May be another function each time. */
      getToken?: NudgeInbox['getToken'] | undefined;
      /** The customer's notification ids, newest first. As an attribute a JSON array. */
      ids?: NudgeInbox['ids'] | undefined;
      /** Where further ids and arrivals come from. */
      source?: NudgeInbox['source'] | undefined;
      /** The groups of notifications among which the customer chooses. As an attribute a JSON array. */
      groups?: NudgeInbox['groups'] | undefined;
      /** Whose device state this is; without it nothing is written to the device. */
      customerKey?: NudgeInbox['customerKey'] | undefined;
      /** The `fetch` to use in place of the page's own, for instance a sandbox's. */
      fetch?: NudgeInbox['fetch'] | undefined;
      /** Words in place of the element's own; those that are left out stay as they are. */
      messages?: NudgeInbox['messages'] | undefined;
    };
    attributes: {
      /** Whether a notification is read once it was in view for two seconds. */
      'read-on-view'?: boolean | undefined;
      /** The service's address, `<prefix>/v1/<service>`, or a same-origin path. */
      'base-url'?: string | undefined;
      /** Whose device state this is; without it nothing is written to the device. */
      'customer-key'?: string | undefined;
    };
    events: {
      /** Before a link is followed; cancel it to go there yourself. */
      'nudge-navigate': NudgeEventMap['nudge-navigate'];
      /** A button of a notification was pressed. */
      'nudge-action': NudgeEventMap['nudge-action'];
      /** Notifications were marked as read or unread. */
      'nudge-read-change': NudgeEventMap['nudge-read-change'];
      /** Notifications were dismissed, or restored. */
      'nudge-dismiss-change': NudgeEventMap['nudge-dismiss-change'];
      /** The number of unread ones changed. */
      'nudge-unread-count-change': NudgeEventMap['nudge-unread-count-change'];
      /** New notifications came. */
      'nudge-arrival': NudgeEventMap['nudge-arrival'];
      /** A choice of the preferences was saved. */
      'nudge-preference-change': NudgeEventMap['nudge-preference-change'];
      /** Something could not be loaded or saved. */
      'nudge-error': NudgeEventMap['nudge-error'];
    };
  };
  /** One notification: the one of `notification-id`, which it loads, or a given `record`. */
  'nudge-notification': {
    class: NudgeNotification;
    properties: {
      /** Which notification to load. */
      notificationId?: NudgeNotification['notificationId'] | undefined;
      /** The record to show, as the service gave it; nothing is loaded then. */
      record?: NudgeNotification['record'] | undefined;
      /** The session to show. Elements that are given the same one act as one. It wins over the settings below. */
      session?: NudgeNotification['session'] | undefined;
      /** The service's address, `<prefix>/v1/<service>`, or a same-origin path. */
      baseUrl?: NudgeNotification['baseUrl'] | undefined;
      /** Gives the signed-in customer's token, or a promise of it. May be another function each time. */
      getToken?: NudgeNotification['getToken'] | undefined;
      /** The customer's notification ids, newest first. As an attribute a JSON array. */
      ids?: NudgeNotification['ids'] | undefined;
      /** Where further ids and arrivals come from. */
      source?: NudgeNotification['source'] | undefined;
      /** The groups of notifications among which the customer chooses. As an attribute a JSON array. */
      groups?: NudgeNotification['groups'] | undefined;
      /** Whose device state this is; without it nothing is written to the device. */
      customerKey?: NudgeNotification['customerKey'] | undefined;
      /** The `fetch` to use in place of the page's own, for instance a sandbox's. */
      fetch?: NudgeNotification['fetch'] | undefined;
      /** Words in place of the element's own; those that are left out stay as they are. */
      messages?: NudgeNotification['messages'] | undefined;
    };
    attributes: {
      /** Which notification to load. */
      'notification-id'?: string | undefined;
      /** The service's address, `<prefix>/v1/<service>`, or a same-origin path. */
      'base-url'?: string | undefined;
      /** Whose device state this is; without it nothing is written to the device. */
      'customer-key'?: string | undefined;
    };
    events: {
      /** Before a link is followed; cancel it to go there yourself. */
      'nudge-navigate': NudgeEventMap['nudge-navigate'];
      /** A button was pressed; cancel it to keep a link from being followed. */
      'nudge-action': NudgeEventMap['nudge-action'];
      /** It was marked as read or unread. */
      'nudge-read-change': NudgeEventMap['nudge-read-change'];
      /** It could not be loaded. */
      'nudge-error': NudgeEventMap['nudge-error'];
    };
  };
  /** The customer's choice of what to be notified of: the groups that the host tells of, and a switch for each. */
  'nudge-preferences': {
    class: NudgePreferences;
    properties: {
      /** The heading; `Preferences` in the page's language unless it is set. */
      heading?: NudgePreferences['heading'] | undefined;
      /** The session to show. Elements that are given the same one act as one. It wins over the settings below. */
      session?: NudgePreferences['session'] | undefined;
      /** The service's address, `<prefix>/v1/<service>`, or a same-origin path. */
      baseUrl?: NudgePreferences['baseUrl'] | undefined;
      /** Gives the signed-in customer's token, or a promise of it. May be another function each time. */
      getToken?: NudgePreferences['getToken'] | undefined;
      /** The customer's notification ids, newest first. As an attribute a JSON array. */
      ids?: NudgePreferences['ids'] | undefined;
      /** Where further ids and arrivals come from. */
      source?: NudgePreferences['source'] | undefined;
      /** The groups of notifications among which the customer chooses. As an attribute a JSON array. */
      groups?: NudgePreferences['groups'] | undefined;
      /** Whose device state this is; without it nothing is written to the device. */
      customerKey?: NudgePreferences['customerKey'] | undefined;
      /** The `fetch` to use in place of the page's own, for instance a sandbox's. */
      fetch?: NudgePreferences['fetch'] | undefined;
      /** Words in place of the element's own; those that are left out stay as they are. */
      messages?: NudgePreferences['messages'] | undefined;
    };
    attributes: {
      /** The service's address, `<prefix>/v1/<service>`, or a same-origin path. */
      'base-url'?: string | undefined;
      /** Whose device state this is; without it nothing is written to the device. */
      'customer-key'?: string | undefined;
    };
    events: {
      /** A choice was saved. */
      'nudge-preference-change': NudgeEventMap['nudge-preference-change'];
      /** A choice could not be saved. */
      'nudge-error': NudgeEventMap['nudge-error'];
    };
  };
}
