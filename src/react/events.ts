// The events of each element, by the property of its component that listens for it.

export const avatarEvents = {} as const;
export const notificationEvents = {
  onNudgeSelect: 'nudge-select',
  onNudgeNavigate: 'nudge-navigate',
  onNudgeAction: 'nudge-action',
  onNudgeReadChange: 'nudge-read-change',
  onNudgeError: 'nudge-error',
} as const;
export const preferencesEvents = {
  onNudgePreferenceChange: 'nudge-preference-change',
  onNudgeError: 'nudge-error',
} as const;
export const inboxEvents = {
  ...notificationEvents,
  ...preferencesEvents,
  onNudgeSeenChange: 'nudge-seen-change',
  onNudgeDismissChange: 'nudge-dismiss-change',
  onNudgeAnswerChange: 'nudge-answer-change',
  onNudgeTabChange: 'nudge-tab-change',
  onNudgeUnreadCountChange: 'nudge-unread-count-change',
  onNudgeArrival: 'nudge-arrival',
} as const;
export const bellEvents = {
  ...inboxEvents,
  onNudgeOpen: 'nudge-open',
  onNudgeClose: 'nudge-close',
} as const;
