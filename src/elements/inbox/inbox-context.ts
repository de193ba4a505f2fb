import { reuseEqual } from '../../common/reuse-equal.js';
import { LocalizationController, type LocalizationHost } from '../base/localization-controller.js';
import { SessionController } from '../base/session/session-controller.js';
import { cardDefaults } from '../card/card-context.js';
import type { RenderNotification, RowSettings } from '../list/custom-cards.js';
import { CustomerChoices } from '../list/customer-choices.js';
import { ItemActions, type ItemActionsElement } from '../list/item-actions.js';
import type { NudgeList } from '../list/list.js';
import type { ListHost, ListHostElement } from '../list/list-host.js';
import { ShownItems, type ShownItemsElement } from '../list/shown-items.js';
import { ActionNotice } from '../shared/action-notice.js';
import { Announcer, type AnnouncerHost } from '../shared/announcer.js';
import { TabBar, type TabBarElement } from './tab-bar.js';

export type InboxContextElement = AnnouncerHost &
  LocalizationHost &
  TabBarElement &
  ShownItemsElement &
  ItemActionsElement &
  ListHostElement & {
    bodyLinks: boolean;
    renderNotification?: RenderNotification | null | undefined;
  };

/** What the parts of an inbox share: its session and texts, what it shows, and what is done to that. */
export class InboxContext implements ListHost {
  readonly element: InboxContextElement;
  readonly sessionController: SessionController;
  readonly localization: LocalizationController;
  readonly announcer: Announcer;
  readonly notice: ActionNotice;
  readonly choices: CustomerChoices<InboxContextElement>;
  readonly tabBar: TabBar;
  readonly shown: ShownItems;
  readonly actions: ItemActions;
  /** How the list shows its notifications. */
  cardSettings: RowSettings;

  constructor(element: InboxContextElement) {
    this.element = element;
    // Lit updates them in this order: what is shown depends on the session and the tab.
    this.sessionController = new SessionController(element, {
      // A panel waits until it opens.
      showsGroups: () => !element.isEmbedded || this.list?.isInboxRendered === true,
    });
    this.localization = new LocalizationController(element);
    this.announcer = new Announcer(element, this.sessionController, this.localization);
    this.notice = new ActionNotice(element);
    this.choices = new CustomerChoices(element);
    this.tabBar = new TabBar(element, this);
    this.shown = new ShownItems(element, this);
    this.actions = new ItemActions(element, this, {
      onDismissUndone: (ids) => void this.list?.focusRow(ids),
    });
    this.cardSettings = this.#createCardSettings();
    element.addController({
      hostUpdate: () => (this.cardSettings = reuseEqual(this.cardSettings, this.#createCardSettings())),
    });
    this.sessionController.events.subscribe((event) => this.list?.handleSessionEvent(event));
  }

  handleShow(isFirst: boolean): void {
    // The session of a bell started before. Otherwise, what has just failed is not requested at once again.
    if (this.element.isEmbedded || !isFirst) this.sessionController.notificationStore?.resume();
    this.element.requestUpdate();
  }

  #createCardSettings(): RowSettings {
    const { bodyLinks, renderNotification } = this.element;
    return {
      ...cardDefaults,
      localization: this.localization.current,
      offers: this.actions.cardOffers,
      mode: this.shown.activeFullPage ? 'opener' : undefined,
      hasBodyLinks: bodyLinks,
      answers: this.sessionController.notificationStore ?? null,
      renderNotification,
    };
  }

  /** The list, once it is rendered. */
  get list(): NudgeList | null {
    return this.element.shadowRoot?.querySelector('nudge-list') ?? null;
  }
}
