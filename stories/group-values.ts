/** The values that a host may set for a group: notifications on, or off. */
export const on = { isGroupNotificationOff: false };
export const off = { isGroupNotificationOff: true };
