import type { Localization } from '../../localization/localization.js';
import type { NavigateDetail } from '../base/events.js';
import type { AnswerStore } from './answer-press.js';
import type { CardAct } from './card-act.js';

/**
 * What a card offers, besides marking its notification as read or unread. Without `filter`, a tag without a link is plain
 * text.
 */
export type CardOffer = 'dismiss' | 'restore' | 'snooze' | 'remove' | 'filter';

/** How cards are shown: one object for all cards of a list. Another one when something of it changes. */
export interface CardSettings {
  readonly localization: Localization;
  /**
   * - `opener`: a press always opens the notification elsewhere, also one with a link.
   * - `toast`: a press on one without a link does so.
   * - `whole`: the card shows everything, under a heading, and only its controls can be pressed.
   */
  readonly mode: 'opener' | 'toast' | 'whole' | undefined;
  readonly offers: readonly CardOffer[];
  /** Whether addresses in the body are links. */
  readonly hasBodyLinks: boolean;
  /** Where notifications are answered; null without a session. */
  readonly answers: AnswerStore | null;
}

/** The settings of a card that stands alone. */
export const cardDefaults: Omit<CardSettings, 'localization'> = {
  mode: undefined,
  offers: [],
  hasBodyLinks: false,
  answers: null,
};

/** A list of a card that can be expanded. */
export type ExpandableList = 'files' | 'tags';

/** What the parts of a card need from it. */
export interface CardContext extends Localization, CardSettings {
  /** Passes on what the customer does. Returns whether the notification is shown elsewhere, after `open`. */
  act: (act: CardAct) => boolean;
  /** Runs on a click on a link; prevents the event's default to stop the navigation. */
  onNavigate: (event: MouseEvent, origin: NavigateDetail['origin']) => void;
  /** URLs of pictures that could not be loaded. */
  brokenPictures: readonly string[];
  onPictureError: (url: string) => void;
  /** How many items the expanded lists show. */
  listLimits: ReadonlyMap<ExpandableList, number>;
  /** Shows that many items of a list; collapses it if undefined. */
  onLimitList: (list: ExpandableList, limit: number | undefined) => void;
  /** The class of texts that are cut after some lines; empty once the customer has expanded them. */
  clamped: string;
}
