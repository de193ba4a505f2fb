import { property } from 'lit/decorators.js';
import { flag, parseJsonList } from '../base/attributes.js';
import { SessionElement } from '../base/session/session-element.js';
import type { RenderNotification } from '../list/custom-cards.js';
import type { InboxFilter } from '../list/inbox-filter.js';
import type { InboxTab } from '../list/inbox-tab.js';

/** The slots of an inbox, which a bell passes on to that of its panel. */
export const inboxSlots: readonly string[] = [
  'header',
  'header-actions',
  'empty',
  'error',
  'signed-out',
  'footer',
];

/** The base class of the inbox and of the bell, whose panel holds an inbox: the options of an inbox, which both have. */
export abstract class InboxOptionsElement extends SessionElement {
  /** Which notifications the list shows. `dismissed` and `snoozed`: those that the customer can put back on the list. */
  @property() filter: InboxFilter = 'all';
  /** Tabs above the list, each for the notifications with certain tags or of certain product spaces. As an attribute, a JSON array. */
  @property({ converter: parseJsonList }) tabs?: readonly InboxTab[] | null | undefined;
  /** The id of the selected tab. Default: that of the first one. */
  @property() tab: string | null = null;
  /** The parameter in the hash of the page's address that names a notification to reveal: `notification` for `#notification=<id>`. */
  @property({ attribute: 'deep-link' }) deepLink: string | null = null;
  /** Whether a notification is marked as read after two seconds in view. */
  @property({ attribute: 'read-on-view', converter: flag }) readOnView = false;
  /** Returns your own card for a record: an element, a text or a Lit template. Null renders the default card. */
  @property({ attribute: false }) renderNotification?: RenderNotification | null | undefined;
  /**
   * Whether the customer can turn on desktop notifications in the menu of the panel: for arrivals while no tab of the site is
   * visible. The permission of the browser is requested only then.
   */
  @property({ converter: flag }) desktop = false;
  /**
   * The sound of arrivals, once the customer has used the page: the address of a file, or true for a quiet one of its own. As an
   * attribute without a value, true.
   */
  @property({ converter: parseSound }) sound: string | boolean = false;
  /** Whether the menu of the panel offers to hold toasts for a time. With `desktop` or `sound` it always does. */
  @property({ attribute: 'quiet-menu', converter: flag }) quietMenu = false;
  /** Whether `https` and `mailto:` addresses in the body of a notification are links. */
  @property({ attribute: 'body-links', converter: flag }) bodyLinks = false;
  /** Whether notifications have avatars, or icons in their place: with `none` also their column is gone. */
  @property({ reflect: true, useDefault: true }) avatars: 'shown' | 'none' = 'shown';
  /** Whether customers can snooze a notification: it leaves the list, and comes back as an arrival at a time that they choose. */
  @property({ converter: flag }) snooze = false;
  /** Whether customers can delete for good what they have dismissed, if the source can. */
  @property({ converter: flag }) removable = false;

  protected override get slotNames(): readonly string[] {
    return inboxSlots;
  }
}

/** The names of these options. */
export type InboxOption = Exclude<keyof InboxOptionsElement, keyof SessionElement>;

/** What a bell passes on to the inbox of its panel. It follows deep links itself. */
export const passedOptions: readonly InboxOption[] = [...InboxOptionsElement.elementProperties.keys()].filter(
  (name): name is InboxOption => !SessionElement.elementProperties.has(name) && name !== 'deepLink',
);

/** Parses the attribute `sound`: the address of a file, or true without a value. */
function parseSound(attribute: string | null): string | boolean {
  if (attribute === null) return false;
  return attribute === '' ? true : attribute;
}
