import { nothing, type LitElement, type TemplateResult } from 'lit';
import type { Session } from '../../session/session.js';
import type { LocalizationController } from '../base/localization-controller.js';
import { closeIcon } from '../shared/icons.js';
import { Menu, type MenuAction } from '../shared/menu.js';
import { desktopIcon, quietIcon, readIcon } from '../shared/panel-icons.js';

export interface DesktopMenuHost extends LitElement {
  desktop: boolean;
  readonly session: Session | undefined;
}

export interface DesktopMenuOptions {
  localization: LocalizationController;
}

/** Whether desktop notifications are shown; if not, whether the customer can switch them on, has blocked them, or the browser has none. */
type DesktopStatus = 'on' | 'off' | 'blocked' | 'unavailable';

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

/** The menu in which the customer switches desktop notifications on and off, on this device. */
export class DesktopMenu {
  readonly #host: DesktopMenuHost;
  readonly #options: DesktopMenuOptions;
  readonly #menu: Menu;
  /** Whether the browser has refused to show a notification although it had permitted it. */
  #isRefused = false;

  constructor(host: DesktopMenuHost, options: DesktopMenuOptions) {
    this.#host = host;
    this.#options = options;
    this.#menu = new Menu(host);
  }

  /** What leads here from the panel's menu. */
  get actions(): MenuAction[] {
    if (!this.#host.session || !this.#host.desktop) return [];
    const { desktop, on, off } = this.#options.localization.messages;
    const hint = this.#status === 'on' ? on : off;
    return [{ label: desktop, icon: desktopIcon, hint, run: (opener) => this.#menu.open(opener) }];
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#host.session || !this.#menu.isOpen) return nothing;
    const { messages } = this.#options.localization;
    const status = this.#status;
    const texts: Record<DesktopStatus, string> = {
      on: messages.desktopText,
      off: messages.desktopText,
      blocked: messages.desktopBlocked,
      unavailable: messages.desktopUnavailable,
    };
    return this.#menu.render(messages.desktop, this.#createActions(status), { text: texts[status] });
  }

  close(): void {
    this.#menu.close();
  }

  get #status(): DesktopStatus {
    if (!('Notification' in window) || !isSecureContext || this.#isRefused) return 'unavailable';
    if (Notification.permission === 'denied') return 'blocked';
    const isOn = this.#host.session?.alerts.isDesktopOn === true;
    return isOn && Notification.permission === 'granted' ? 'on' : 'off';
  }

  #createActions(status: DesktopStatus): MenuAction[] {
    const { close, turnOn, turnOff } = this.#options.localization.messages;
    return [
      ...(status === 'on' ? [{ label: turnOff, icon: quietIcon, run: () => this.#setDesktop(false) }] : []),
      ...(status === 'off'
        ? [{ label: turnOn, icon: readIcon, run: (opener?: HTMLElement) => void this.#turnOn(opener) }]
        : []),
      { label: close, icon: closeIcon, run: () => this.close() },
    ];
  }

  #setDesktop(isOn: boolean): void {
    const alerts = this.#host.session?.alerts;
    if (alerts) alerts.isDesktopOn = isOn;
    this.#host.requestUpdate();
  }

  /** Requests the permission of the browser, and then shows what came of it. */
  async #turnOn(opener: HTMLElement | undefined): Promise<void> {
    const permission = await Notification.requestPermission().catch(() => 'default');
    // The customer has closed the browser's dialog without a decision.
    if (permission === 'default') return;
    this.#isRefused = permission === 'granted' && !canShow(this.#options.localization.messages.desktop);
    this.#setDesktop(permission === 'granted' && !this.#isRefused);
    // The menu that has just closed goes first, since its event still comes.
    await this.#host.updateComplete;
    this.#menu.open(opener);
  }
}
