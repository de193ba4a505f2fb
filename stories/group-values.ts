/** What a host may know of a group: that its notifications are on, or off. */
export const on = { isGroupNotificationOff: false };
export const off = { isGroupNotificationOff: true };
