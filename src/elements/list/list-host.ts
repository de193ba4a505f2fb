import type { LitElement } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { NotificationState } from '../../session/notifications/state/notification-state.js';
import type { Session } from '../../session/session.js';
import type { PanelState } from '../base/panel-state.js';
import type { CardAct } from '../card/card-act.js';
import type { CustomCardsElement, RowSettings } from './custom-cards.js';
import type { InboxFilter } from './inbox-filter.js';
import type { ItemActions } from './item-actions.js';
import type { ShownItems } from './shown-items.js';

/** The inbox with its options, each of which the list reads where it needs it: it updates whenever the inbox does. */
export interface ListHostElement {
  view: 'inbox' | 'preferences';
  readOnView: boolean;
  shortcuts: boolean;
  cardParent?: HTMLElement | undefined;
}

/** What a list needs of the inbox around it. */
export interface ListHost {
  readonly element: ListHostElement;
  readonly shown: ShownItems;
  readonly actions: ItemActions;
  /** Runs when the inbox is shown, at first or again. */
  handleShow: (isFirst: boolean) => void;
}

/** Which notifications are selected. */
export interface RowSelection {
  /** The ids of the selected notifications; null if none can be selected. */
  readonly selected: ReadonlySet<string> | null;
  /** Selects a notification, or takes it out; with `isRange`, all from the one before. */
  select: (id: string, isSelected: boolean, isRange: boolean) => void;
}

/** The list as its parts see it. */
export interface ListElement extends LitElement, CustomCardsElement {
  readonly host: ListHost;
  readonly state: NotificationState;
  readonly items: readonly NotificationItem[];
  readonly cardSettings: RowSettings;
  readonly panelState: PanelState;
  readonly selection: RowSelection | undefined;
  /** The inbox around the list. */
  readonly inbox: Element;
  readonly session: Session | undefined;
  readonly filter: InboxFilter;
  /** Whether the inbox is rendered, and not in a panel that is closed, or only expected to open. */
  readonly isInboxRendered: boolean;
  /** Whether the customer is further down. */
  readonly isScrolled: boolean;
  /** Whether there are notifications below the rows. */
  readonly hasMoreRows: boolean;
  addRows: () => void;
  /** Whether a notification is marked as read once it was in view. */
  canMarkRead: (id: string) => boolean;
  /** Runs when the inbox is shown, at first or again. */
  handleShow: () => void;
  /** Does what a customer does with a card. Returns whether the notification is shown elsewhere. */
  handleCardAct: (act: CardAct) => boolean;
  /** Opens the menu of a row with a card of the page. */
  openRowMenu: (record: Notification, opener: HTMLElement) => void;
}
