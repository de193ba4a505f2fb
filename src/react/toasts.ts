'use client';
/** `<nudge-toasts>` as a component of React 18 and 19. Importing this registers the tag. */
import { defineToasts } from '../elements/define-toasts.js';
import { NudgeToasts as NudgeToastsElement } from '../elements/toasts/toasts.js';
import type { Component, Props, SessionProperty } from './component-types.js';
import { createReactComponent } from './create-react-component.js';
import { withCustomCards } from './with-custom-cards.js';

defineToasts();

/** The type of what a `ref` receives. */
export type { NudgeToastsElement };

const events = {
  onNudgeSelect: 'nudge-select',
  onNudgeNavigate: 'nudge-navigate',
  onNudgeAction: 'nudge-action',
  onNudgeReadChange: 'nudge-read-change',
  onNudgeSeenChange: 'nudge-seen-change',
  onNudgeDismissChange: 'nudge-dismiss-change',
  onNudgeAnswerChange: 'nudge-answer-change',
  onNudgeUnreadCountChange: 'nudge-unread-count-change',
  onNudgeArrival: 'nudge-arrival',
  onNudgeError: 'nudge-error',
} as const;

/** The properties of the React component of `<nudge-toasts>`: the element's own, its events, and those of every HTML element. */
export type NudgeToastsProps = Props<
  NudgeToastsElement,
  SessionProperty | 'placement' | 'duration' | 'max' | 'avatars' | 'renderNotification',
  typeof events
>;

/** Shows arrivals as toasts: cards in a corner of the page, for some seconds. */
export const NudgeToasts: Component<NudgeToastsProps, NudgeToastsElement> = withCustomCards(
  createReactComponent<NudgeToastsElement, NudgeToastsProps>('nudge-toasts', NudgeToastsElement, events),
);
