import type { LitElement, TemplateResult } from 'lit';
import { nothing } from 'lit';
import type { Session } from '../../session/session.js';
import { formatDate } from '../../localization/dates.js';
import { format } from '../../localization/messages.js';
import { morningIn } from '../../localization/snooze-times.js';
import type { LocalizationController } from '../base/localization-controller.js';
import { Menu, type MenuAction } from '../shared/menu.js';
import { closeIcon } from '../shared/icons.js';
import { desktopIcon, quietIcon, readIcon, ringIcon } from '../shared/panel-icons.js';
import type { ActionNotice } from '../shared/action-notice.js';

export interface AlertMenuHost extends LitElement {
  desktop: boolean;
  sound: string | boolean;
  quietMenu: boolean;
  readonly session: Session | undefined;
}

export interface AlertMenuOptions {
  localization: LocalizationController;
  notice: ActionNotice;
}

const hourMs = 3_600_000;
/** Until then it is night, and “tomorrow morning” is the next one. */
const nightEndsAt = 5;

/** The next morning after the night that follows. */
const nextMorning = (): Date => morningIn(new Date().getHours() >= nightEndsAt ? 1 : 0, Date.now());

const isAvailable = (): boolean => 'Notification' in window && isSecureContext;

/**
 * Whether the browser lets pages show notifications; some mobile ones only let service workers do so.
 *
 * @param title of the one that is shown to find out, which may be seen for a moment
 */
function canShow(title: string): boolean {
  try {
    new Notification(title, { silent: true }).close();
    return true;
  } catch {
    return false;
  }
}

/** The part of the panel's menu in which the customer chooses how arrivals are noticed on this device. */
export class AlertMenu {
  readonly #host: AlertMenuHost;
  readonly #options: AlertMenuOptions;
  readonly #menu: Menu;
  #view: 'quiet' | 'desktop' = 'quiet';
  /** Whether the browser has refused to show a notification although it had permitted it. */
  #isRefused = false;

  constructor(host: AlertMenuHost, options: AlertMenuOptions) {
    this.#host = host;
    this.#options = options;
    this.#menu = new Menu(host);
  }

  /** What leads here from the panel's menu. */
  get actions(): MenuAction[] {
    const { desktop, sound, quietMenu, session } = this.#host;
    if (!session) return [];
    const { messages } = this.#options.localization;
    const { quietUntil } = session.alerts;
    const quietLabel = quietUntil ? this.#formatQuiet(quietUntil) : messages.quiet;
    return [
      ...(quietMenu || desktop || sound
        ? [{ label: quietLabel, icon: quietIcon, run: () => this.#open('quiet') }]
        : []),
      ...(desktop ? [{ label: messages.desktop, icon: desktopIcon, run: () => this.#open('desktop') }] : []),
    ];
  }

  render(): TemplateResult | typeof nothing {
    const alerts = this.#host.session?.alerts;
    if (!alerts || !this.#menu.isOpen) return nothing;
    const { messages } = this.#options.localization;
    if (this.#view === 'quiet') {
      const { quietUntil } = alerts;
      const actions = [
        {
          label: messages.quietHour,
          icon: quietIcon,
          run: () => this.#setQuiet(new Date(Date.now() + hourMs)),
        },
        { label: messages.quietMorning, icon: quietIcon, run: () => this.#setQuiet(nextMorning()) },
        ...(quietUntil ? [{ label: messages.turnOff, icon: ringIcon, run: () => this.#setQuiet(null) }] : []),
      ];
      return this.#menu.render(messages.quiet, actions, {
        text: quietUntil ? this.#formatQuiet(quietUntil) : '',
      });
    }
    return this.#menu.render(messages.desktop, this.#desktopActions, { text: this.#desktopText });
  }

  close(): void {
    this.#menu.close();
  }

  get #isBlocked(): boolean {
    return !isAvailable() || this.#isRefused || Notification.permission === 'denied';
  }

  get #isDesktopOn(): boolean {
    const isOn = this.#host.session?.alerts.isDesktopOn === true;
    return isOn && !this.#isBlocked && Notification.permission === 'granted';
  }

  get #desktopText(): string {
    const { messages } = this.#options.localization;
    if (!isAvailable() || this.#isRefused) return messages.desktopUnavailable;
    return this.#isBlocked ? messages.desktopBlocked : messages.desktopText;
  }

  get #desktopActions(): MenuAction[] {
    const { messages } = this.#options.localization;
    const close = { label: messages.close, icon: closeIcon, run: () => undefined };
    if (this.#isBlocked) return [close];
    return this.#isDesktopOn
      ? [{ label: messages.turnOff, icon: quietIcon, run: () => this.#setDesktop(false) }, close]
      : [{ label: messages.turnOn, icon: readIcon, run: () => void this.#turnOnDesktop() }, close];
  }

  #open(view: 'quiet' | 'desktop'): void {
    this.#view = view;
    const opener = this.#host.renderRoot.querySelector<HTMLElement>('.panel-menu-button');
    if (opener) this.#menu.open(opener);
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

  #setDesktop(isOn: boolean): void {
    const alerts = this.#host.session?.alerts;
    if (alerts) alerts.isDesktopOn = isOn;
    this.#host.requestUpdate();
  }

  /** Asks the browser for its permission, and then shows what came of it. */
  async #turnOnDesktop(): Promise<void> {
    const permission = await Notification.requestPermission().catch(() => 'default');
    // The customer has closed the browser's question without an answer.
    if (permission === 'default') return;
    this.#isRefused = permission === 'granted' && !canShow(this.#options.localization.messages.desktop);
    this.#setDesktop(permission === 'granted' && !this.#isRefused);
    // The menu that has just closed goes first, since its event still comes.
    await this.#host.updateComplete;
    this.#open('desktop');
  }
}
