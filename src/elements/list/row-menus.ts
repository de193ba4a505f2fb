import { html, nothing, type TemplateResult } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import { snoozeTimes } from '../../localization/snooze-times.js';
import { cardActions } from '../card/card-actions.js';
import type { CardAct } from '../card/card-act.js';
import { Menu } from '../shared/menu.js';
import { removeIcon, snoozeIcon } from '../shared/panel-icons.js';
import type { ListElement } from './list-host.js';

/** What a menu shows of the notification that it was opened for. */
type RenderMenu<Subject> = (menu: Menu, subject: Subject) => TemplateResult | typeof nothing;

/** One menu for all rows. */
class RowMenu<Subject> {
  readonly #menu: Menu;
  readonly #renderMenu: RenderMenu<Subject>;
  #subject: Subject | undefined;

  constructor(element: ListElement, renderMenu: RenderMenu<Subject>) {
    this.#menu = new Menu(element);
    this.#renderMenu = renderMenu;
  }

  open(subject: Subject, opener: HTMLElement): void {
    this.#subject = subject;
    this.#menu.open(opener);
  }

  close(): void {
    this.#menu.close();
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#menu.isOpen || this.#subject === undefined) return nothing;
    return this.#renderMenu(this.#menu, this.#subject);
  }
}

const minuteMs = 60_000;
const yearMs = 365 * 86_400_000;

/** The value of a `datetime-local` input, which is in the local time zone. */
function toInputValue(time: number): string {
  const offsetMs = new Date(time).getTimezoneOffset() * minuteMs;
  return new Date(time - offsetMs).toISOString().slice(0, 16);
}

/** Says of an empty field only once it was refused that it is invalid: browsers say so from the start. */
function handleValidity({ type, currentTarget }: Event): void {
  if (currentTarget instanceof Element)
    currentTarget.setAttribute('aria-invalid', String(type === 'invalid'));
}

/** A notification to snooze, and when the customer has opened the menu. */
interface Snoozing {
  id: string;
  openedAt: number;
}

/** The menus of the rows, one of each kind. */
export class RowMenus {
  readonly #element: ListElement;
  readonly #actions: RowMenu<Notification>;
  readonly #snooze: RowMenu<Snoozing>;
  readonly #remove: RowMenu<string>;

  constructor(element: ListElement) {
    this.#element = element;
    this.#actions = new RowMenu(element, (menu, record) => this.#renderActions(menu, record));
    this.#snooze = new RowMenu(element, (menu, snoozing) => this.#renderSnooze(menu, snoozing));
    this.#remove = new RowMenu(element, (menu, id) => this.#renderRemove(menu, id));
  }

  /** Opens the menu of a row with a card of the page. */
  openActions(record: Notification, opener: HTMLElement): void {
    this.#actions.open(record, opener);
  }

  openSnooze(id: string, opener: HTMLElement): void {
    this.#snooze.open({ id, openedAt: Date.now() }, opener);
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

  /** What the tools of the usual card do, for a card of the page. */
  #renderActions(menu: Menu, record: Notification): TemplateResult | typeof nothing {
    const { cardSettings } = this.#element;
    const { messages } = cardSettings.localization;
    const act = (cardAct: CardAct): boolean => this.#element.handleCardAct(cardAct);
    return menu.render(messages.moreActions, cardActions(record, { ...cardSettings, messages, act }));
  }

  /** The times until which a customer can snooze a notification, and a field for any other. */
  #renderSnooze(menu: Menu, snoozing: Snoozing): TemplateResult | typeof nothing {
    const { locale, messages } = this.#element.cardSettings.localization;
    const actions = snoozeTimes(snoozing.openedAt, locale).map(({ label, hint, date }) => ({
      label,
      hint,
      icon: snoozeIcon,
      run: () => this.#snoozeUntil(snoozing, date),
    }));
    const text = this.#element.session?.notifications.isSnoozeSaved ? '' : messages.onDeviceOnly;
    return menu.render(messages.snooze, actions, {
      text,
      further: this.#renderSnoozeForm(menu, snoozing),
      hasHeading: true,
    });
  }

  /** The browser itself says what is wrong with a time. */
  #renderSnoozeForm(menu: Menu, snoozing: Snoozing): TemplateResult {
    const { messages } = this.#element.cardSettings.localization;
    const handleSubmit = (event: Event): void => {
      event.preventDefault();
      const input = this.#element.querySelector<HTMLInputElement>('.menu input');
      const until = new Date(input?.value ?? '');
      menu.close();
      this.#snoozeUntil(snoozing, until);
    };
    return html`<form @submit=${handleSubmit}>
      <label
        >${messages.snoozeTime}
        <input
          type="datetime-local"
          required
          aria-invalid="false"
          @invalid=${handleValidity}
          @input=${handleValidity}
          min=${toInputValue(snoozing.openedAt + minuteMs)}
          max=${toInputValue(snoozing.openedAt + yearMs)}
      /></label>
      <button type="submit">${messages.snooze}</button>
    </form>`;
  }

  #snoozeUntil({ id }: Snoozing, until: Date): void {
    void this.#element.host.actions.snooze([id], until);
  }

  /** Requests a confirmation before a notification is deleted for good. */
  #renderRemove(menu: Menu, id: string): TemplateResult | typeof nothing {
    const { remove, removeText } = this.#element.cardSettings.localization.messages;
    const run = (): void => void this.#element.host.actions.remove([id]);
    return menu.render(remove, [{ label: remove, icon: removeIcon, run }], { text: removeText });
  }
}
