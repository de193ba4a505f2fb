/** What a card asks of whoever shows it. */
export interface CardCallbacks {
  onReadChange: (id: string, isRead: boolean) => void;
  /** The same by a swipe, which is easily made by mistake. Without it, no swipe marks the card. */
  onReadBySwipe?: (id: string, isRead: boolean) => void;
  /** Without it, the card has no button to dismiss it. */
  onDismiss?: (id: string) => void;
  /** Filters the list by a tag. Without it, a tag without a link is plain text. */
  onTag?: (tag: string) => void;
}
