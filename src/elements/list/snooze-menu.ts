import { html, nothing, type TemplateResult } from 'lit';
import { snoozeTimes } from '../../localization/snooze-times.js';
import { Menu } from '../shared/menu.js';
import { snoozeIcon } from '../shared/panel-icons.js';
import type { ListElement } from './list-host.js';

const minuteMs = 60_000;
const yearMs = 365 * 86_400_000;

/** The value of a `datetime-local` input, which is in the local time zone. */
function toInputValue(time: number): string {
  const offsetMs = new Date(time).getTimezoneOffset() * minuteMs;
  return new Date(time - offsetMs).toISOString().slice(0, 16);
}

/** The times until which a customer can snooze a notification, and a field for any other. */
export class SnoozeMenu {
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
