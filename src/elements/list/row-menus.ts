import { html, nothing, type TemplateResult } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import { snoozeTimes } from '../../localization/snooze-times.js';
import { cardActions } from '../card/card-actions.js';
import type { CardAct } from '../card/card-act.js';
import { Menu } from '../shared/menu.js';
import { removeIcon, snoozeIcon } from '../shared/panel-icons.js';
import type { ListElement } from './list-host.js';

/** The menu of a row with a card of the page: what the tools of the usual card do. One for all rows. */
class ActionsMenu {
  readonly #element: ListElement;
  readonly #menu: Menu;
  #record: Notification | null = null;

  constructor(element: ListElement) {
    this.#element = element;
    this.#menu = new Menu(element);
  }

  open(record: Notification, opener: HTMLElement): void {
    this.#record = record;
    this.#menu.open(opener);
  }

  close(): void {
    this.#menu.close();
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#menu.isOpen || !this.#record) return nothing;
    const { cardSettings } = this.#element;
    const { messages } = cardSettings.localization;
    const act = (cardAct: CardAct): boolean => this.#element.handleCardAct(cardAct);
    return this.#menu.render(
      messages.moreActions,
      cardActions(this.#record, { ...cardSettings, messages, act }),
    );
  }
}

const minuteMs = 60_000;
const yearMs = 365 * 86_400_000;

/** The value of a `datetime-local` input, which is in the local time zone. */
function toInputValue(time: number): string {
  const offsetMs = new Date(time).getTimezoneOffset() * minuteMs;
  return new Date(time - offsetMs).toISOString().slice(0, 16);
}

/** The times until which a customer can snooze a notification, and a field for any other. */
class SnoozeMenu {
  readonly #element: ListElement;
  readonly #onSnooze: (id: string, until: Date) => void;
  readonly #menu: Menu;
  #id = '';
  #openedAt = 0;

  constructor(element: ListElement, onSnooze: (id: string, until: Date) => void) {
    this.#element = element;
    this.#onSnooze = onSnooze;
    this.#menu = new Menu(element);
  }

  open(id: string, opener: HTMLElement): void {
    this.#id = id;
    this.#openedAt = Date.now();
    this.#menu.open(opener);
  }

  close(): void {
    this.#menu.close();
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#menu.isOpen) return nothing;
    const { locale, messages } = this.#element.cardSettings.localization;
    const id = this.#id;
    const actions = snoozeTimes(this.#openedAt, locale).map(({ label, hint, date }) => ({
      label,
      hint,
      icon: snoozeIcon,
      run: () => this.#onSnooze(id, date),
    }));
    const text = this.#element.session?.notifications.isSnoozeSaved ? '' : messages.onDeviceOnly;
    return this.#menu.render(messages.snooze, actions, {
      text,
      further: this.#renderForm(),
      hasHeading: true,
    });
  }

  /** The browser itself says what is wrong with a time. */
  #renderForm(): TemplateResult {
    const { messages } = this.#element.cardSettings.localization;
    const now = this.#openedAt;
    return html`<form @submit=${(event: Event) => this.#handleSubmit(event)}>
      <label
        >${messages.snoozeTime}
        <input
          type="datetime-local"
          required
          min=${toInputValue(now + minuteMs)}
          max=${toInputValue(now + yearMs)}
      /></label>
      <button type="submit">${messages.snooze}</button>
    </form>`;
  }

  #handleSubmit(event: Event): void {
    event.preventDefault();
    const input = this.#element.querySelector<HTMLInputElement>('.menu input');
    const until = new Date(input?.value ?? '');
    this.#menu.close();
    this.#onSnooze(this.#id, until);
  }
}

/** Requests a confirmation before a notification is deleted for good. */
class RemoveMenu {
  readonly #element: ListElement;
  readonly #onRemove: (id: string) => void;
  readonly #menu: Menu;
  #id = '';

  constructor(element: ListElement, onRemove: (id: string) => void) {
    this.#element = element;
    this.#onRemove = onRemove;
    this.#menu = new Menu(element);
  }

  open(id: string, opener: HTMLElement): void {
    this.#id = id;
    this.#menu.open(opener);
  }

  close(): void {
    this.#menu.close();
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#menu.isOpen) return nothing;
    const { remove, removeText } = this.#element.cardSettings.localization.messages;
    const id = this.#id;
    const actions = [{ label: remove, icon: removeIcon, run: () => this.#onRemove(id) }];
    return this.#menu.render(remove, actions, { text: removeText });
  }
}

/** The menus of the rows, one of each kind for all rows. */
export class RowMenus {
  readonly #actions: ActionsMenu;
  readonly #snooze: SnoozeMenu;
  readonly #remove: RemoveMenu;

  constructor(element: ListElement) {
    this.#actions = new ActionsMenu(element);
    this.#snooze = new SnoozeMenu(element, (id, until) => void element.host.actions.snooze([id], until));
    this.#remove = new RemoveMenu(element, (id) => void element.host.actions.remove([id]));
  }

  /** Opens the menu of a row with a card of the page. */
  openActions(record: Notification, opener: HTMLElement): void {
    this.#actions.open(record, opener);
  }

  openSnooze(id: string, opener: HTMLElement): void {
    this.#snooze.open(id, opener);
  }

  openRemove(id: string, opener: HTMLElement): void {
    this.#remove.open(id, opener);
  }

  close(): void {
    this.#actions.close();
    this.#snooze.close();
    this.#remove.close();
  }

  render(): TemplateResult {
    return html`${this.#actions.render()}${this.#snooze.render()}${this.#remove.render()}`;
  }
}
