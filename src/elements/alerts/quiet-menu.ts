import { nothing, type LitElement, type TemplateResult } from 'lit';
import type { Session } from '../../session/session.js';
import { formatDate } from '../../localization/dates.js';
import { format } from '../../localization/messages.js';
import { morningIn } from '../../localization/snooze-times.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { ActionNotice } from '../shared/action-notice.js';
import { Menu, type MenuAction } from '../shared/menu.js';
import { quietIcon, ringIcon } from '../shared/panel-icons.js';

export interface QuietMenuHost extends LitElement {
  desktop: boolean;
  sound: string | boolean;
  quietMenu: boolean;
  readonly session: Session | undefined;
}

export interface QuietMenuOptions {
  localization: LocalizationController;
  notice: ActionNotice;
}

const hourMs = 3_600_000;
/** Until then it is night, and “tomorrow morning” is the next one. */
const nightEndsAt = 5;

/** The next morning after the night that follows. */
const nextMorning = (): Date => morningIn(new Date().getHours() >= nightEndsAt ? 1 : 0, Date.now());

/** The menu in which the customer chooses until when arrivals make no sound, and show nothing, on this device. */
export class QuietMenu {
  readonly #host: QuietMenuHost;
  readonly #options: QuietMenuOptions;
  readonly #menu: Menu;

  constructor(host: QuietMenuHost, options: QuietMenuOptions) {
    this.#host = host;
    this.#options = options;
    this.#menu = new Menu(host);
  }

  /** What leads here from the panel's menu: nothing where no arrival is noticed. */
  get actions(): MenuAction[] {
    const { desktop, sound, quietMenu, session } = this.#host;
    if (!session || !(quietMenu || desktop || sound)) return [];
    const { quietUntil } = session.alerts;
    const { quiet, off } = this.#options.localization.messages;
    const state = quietUntil ? { label: this.#formatQuiet(quietUntil) } : { label: quiet, hint: off };
    return [{ ...state, icon: quietIcon, run: (opener) => this.#menu.open(opener) }];
  }

  render(): TemplateResult | typeof nothing {
    const alerts = this.#host.session?.alerts;
    if (!alerts || !this.#menu.isOpen) return nothing;
    const { quiet, quietHour, quietMorning, turnOff } = this.#options.localization.messages;
    const { quietUntil } = alerts;
    const actions = [
      { label: quietHour, icon: quietIcon, run: () => this.#setQuiet(new Date(Date.now() + hourMs)) },
      { label: quietMorning, icon: quietIcon, run: () => this.#setQuiet(nextMorning()) },
      ...(quietUntil ? [{ label: turnOff, icon: ringIcon, run: () => this.#setQuiet(null) }] : []),
    ];
    return this.#menu.render(quiet, actions, { text: quietUntil ? this.#formatQuiet(quietUntil) : '' });
  }

  close(): void {
    this.#menu.close();
  }

  #formatQuiet(date: Date): string {
    const { messages, locale } = this.#options.localization;
    const isToday = date.toDateString() === new Date().toDateString();
    const time = formatDate(Number(date), locale, {
      hour: 'numeric',
      minute: '2-digit',
      ...(!isToday && { weekday: 'long' }),
    });
    return format(messages.quietUntil, { time });
  }

  #setQuiet(date: Date | null): void {
    const alerts = this.#host.session?.alerts;
    if (!alerts) return;
    const before = alerts.quietUntil;
    alerts.quietUntil = date;
    if (date) this.#options.notice.show(this.#formatQuiet(date), () => (alerts.quietUntil = before));
    this.#host.requestUpdate();
  }
}
