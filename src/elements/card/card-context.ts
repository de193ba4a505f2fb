import type { Localization } from '../../localization/localization.js';
import type { NavigateDetail } from '../base/events.js';

/** What a card needs from whoever shows it. Those of the cards of a list are in `ItemActions`. */
export interface CardCallbacks {
  onReadChange: (id: string, isRead: boolean) => void;
  /** The same by a swipe, which is easily made by mistake. Without it, no swipe marks the card. */
  onReadBySwipe?: (id: string, isRead: boolean) => void;
  /** Without it, the card has no button to dismiss it. */
  onDismiss?: (id: string) => void;
  /** With it, the card has a button to restore it in place of that. */
  onRestore?: (id: string) => void;
  /** Offers to take it off the list until a time, beside the button that was pressed. Without it, the card has no such button. */
  onSnooze?: (id: string, opener: HTMLElement) => void;
  /** Offers to delete it for good, beside the button that was pressed. Without it, the card has no such button. */
  onRemove?: (id: string, opener: HTMLElement) => void;
  /** Shows the notification elsewhere, rather than its whole text here. Returns whether it does. */
  onOpen?: (id: string) => boolean;
  /**
   * - `opener`: a press always opens the notification by `onOpen`, also one with a link.
   * - `whole`: the card shows everything, under a heading, and only its controls can be pressed.
   */
  mode?: 'opener' | 'whole';
  /** Filters the list by a tag. Without it, a tag without a link is plain text. */
  onTag?: (tag: string) => void;
}

/** A list of a card that can be expanded. */
export type ExpandableList = 'files' | 'tags';

/** What the parts of a card need from it. */
export interface CardContext extends Localization, CardCallbacks {
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
