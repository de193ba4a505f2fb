/** What a customer does with a card, for whoever shows it to carry out. */
export type CardAct =
  | { type: 'read'; id: string; isRead: boolean }
  /** The same by a swipe, which is easily made by mistake. */
  | { type: 'swipe-read'; id: string; isRead: boolean }
  | { type: 'dismiss' | 'restore'; id: string }
  /** Offers to snooze the notification, or to delete it for good, beside the button that was pressed. */
  | { type: 'snooze' | 'remove'; id: string; opener: HTMLElement }
  /** Shows the notification elsewhere. Where nobody does, the card shows its whole text. */
  | { type: 'open'; id: string }
  /** Filters the list by a tag. */
  | { type: 'filter'; tag: string }
  /** Closes a toast. The notification stays as it is. */
  | { type: 'close'; id: string };

/** Internal: it bubbles from a card to the list or the toasts around it, and stays in their shadow root. */
export class CardActEvent extends Event {
  static readonly type = 'card-act';
  readonly act: CardAct;

  constructor(act: CardAct) {
    super(CardActEvent.type, { bubbles: true, cancelable: true });
    this.act = act;
  }
}

/** Dispatches a {@link CardActEvent}. Returns whether its listener has canceled it: it shows the notification elsewhere. */
export function dispatchCardAct(target: EventTarget, act: CardAct): boolean {
  return !target.dispatchEvent(new CardActEvent(act));
}
