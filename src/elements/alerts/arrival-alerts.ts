import { parseTime } from '../../common/dates.js';
import { PageObserver } from '../../common/page-observer.js';
import { warnOnce } from '../../common/warn.js';
import type { LitElement, ReactiveController } from 'lit';
import { listDate, type NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { Session } from '../../session/session.js';
import { plural } from '../../localization/messages.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { SessionController } from '../base/session/session-controller.js';
import { playSound } from './play-sound.js';
import { isLockHeld, TabLock } from './tab-lock.js';
import { readableText, textLimits } from '../shared/text.js';

export interface AlertsHost extends LitElement {
  desktop: boolean;
  sound: string | boolean;
  readonly session: Session | undefined;
  reveal(id: string): Promise<boolean>;
}

export interface ArrivalAlertsContext {
  sessionController: Pick<SessionController, 'events'>;
  localization: LocalizationController;
}

/** Arrivals in quick succession are one alert. */
const debounceMs = 500;
/** What came while the page was hidden is found when it is shown again, and makes no sound then. */
const returnMs = 3000;
/** How long a hidden tab that has taken over from another one may still list what that one has shown. */
const takeoverMs = 10_000;
/** How much of a text is part of a desktop notification; most systems show less. */
const maxBodyLength = 200;

/** What one session needs so that one tab speaks for all. */
interface Locks {
  readonly session: Session;
  /** The customer's visit whose arrivals were shown. */
  visit: object;
  /** Held by every visible tab. */
  readonly visible: TabLock;
  /** Held by the visible tab that plays the sound. */
  readonly sound: TabLock;
  /** Held by the tab that shows desktop notifications, visible or not. */
  readonly desktop: TabLock;
  readonly visibleName: string;
  readonly unsubscribe: () => void;
}

/**
 * Makes arrivals noticed: by a sound in a visible page, by a desktop notification while no tab is visible. One tab speaks for
 * all, and one element for all of a page.
 */
export class ArrivalAlerts implements ReactiveController {
  readonly #host: AlertsHost;
  readonly #context: ArrivalAlertsContext;
  readonly #showList: () => void;
  readonly #shown = new Set<Notification>();
  /** The ids of which only the number is shown. */
  readonly #counted = new Set<string>();
  #listening: AbortController | undefined;
  #locks: Locks | undefined;
  #ids: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #pageObserver = new PageObserver(() => this.#handlePageChange());
  #wasVisible = false;
  #shownAt = -Infinity;
  /** When this tab began to show desktop notifications, in milliseconds since 1970; 0 if it was visible then. */
  #leadsSince = 0;

  /** @param showList Shows the list, when a desktop notification for several arrivals is pressed. */
  constructor(host: AlertsHost, context: ArrivalAlertsContext, showList: () => void) {
    this.#host = host;
    this.#context = context;
    this.#showList = showList;
    context.sessionController.events.subscribe((event) => {
      if (event.type === 'arrival') this.#handleArrival(event.ids);
    });
    host.addController(this);
  }

  hostConnected(): void {
    const { signal } = (this.#listening = new AbortController());
    this.#pageObserver.start();
    this.#wasVisible = this.#isVisible;
    // The settings of another tab.
    window.addEventListener('storage', () => this.#update(), { signal });
    this.#update();
  }

  hostUpdated(): void {
    this.#update();
  }

  hostDisconnected(): void {
    this.#listening?.abort();
    this.#pageObserver.stop();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#ids = [];
    this.#release();
  }

  get #isVisible(): boolean {
    return !this.#pageObserver.isHidden;
  }

  /** A page that is being left gives its locks back: with one, it could not go into the back/forward cache. */
  #handlePageChange(): void {
    if (this.#isVisible && !this.#wasVisible) {
      this.#shownAt = performance.now();
      this.#closeShown();
    }
    this.#wasVisible = this.#isVisible;
    this.#update();
  }

  #closeShown(): void {
    for (const notification of this.#shown) notification.close();
    this.#shown.clear();
    this.#counted.clear();
  }

  /** Requests the locks that the settings demand now. */
  #update(): void {
    const { session, desktop, sound, isConnected } = this.#host;
    if (this.#locks?.session !== session) this.#release();
    if (!session || !isConnected) return;
    const locks = (this.#locks ??= this.#createLocks(session));
    if (locks.visit !== session.notifications.visit) {
      locks.visit = session.notifications.visit;
      this.#ids = [];
      this.#closeShown();
    }
    // Frameworks may set null.
    const hasSound = Boolean(sound);
    locks.visible.request(this.#isVisible && (desktop || hasSound));
    locks.sound.request(this.#isVisible && hasSound);
    locks.desktop.request(!this.#pageObserver.isLeft && desktop && session.alerts.isDesktopOn && isGranted());
  }

  #createLocks(session: Session): Locks {
    const { alerts, notifications } = session;
    const visibleName = `${alerts.key} visible`;
    return {
      session,
      visit: notifications.visit,
      visible: new TabLock(visibleName, 'shared'),
      sound: new TabLock(`${alerts.key} sound`, 'exclusive'),
      desktop: new TabLock(`${alerts.key} desktop`, 'exclusive', (isHeld) => {
        this.#leadsSince = this.#isVisible ? 0 : Date.now();
        notifications.setRunsHidden(isHeld);
      }),
      visibleName,
      unsubscribe: alerts.subscribe(() => this.#update()),
    };
  }

  #release(): void {
    this.#closeShown();
    const locks = this.#locks;
    if (!locks) return;
    this.#locks = undefined;
    locks.unsubscribe();
    for (const lock of [locks.visible, locks.sound, locks.desktop]) lock.request(false);
  }

  #handleArrival(ids: readonly string[]): void {
    this.#ids.push(...ids);
    this.#timer ??= setTimeout(() => void this.#alert(), debounceMs);
  }

  async #alert(): Promise<void> {
    const ids = this.#ids;
    this.#ids = [];
    this.#timer = undefined;
    const locks = this.#locks;
    const { sound } = this.#host;
    const signal = this.#listening?.signal;
    if (!signal || !locks || locks.session.alerts.quietUntil) return;
    if (this.#isVisible) {
      const hasJustReturned = performance.now() - this.#shownAt < returnMs;
      if (!sound || !locks.sound.isHeld || hasJustReturned) return;
      await playSound(sound, signal);
    } else if (locks.desktop.isHeld) {
      const { notifications } = locks.session;
      const { visit } = notifications;
      const isSeen = await isLockHeld(locks.visibleName);
      if (isSeen || visit !== notifications.visit) return;
      const unmissed = ids.filter((id) => !this.#isMissed(notifications.get(id)));
      await this.#showDesktop(locks.session, unmissed);
    }
  }

  /** Whether it came before this tab has taken over. Only shortly after that: the clock of the server may be slow. */
  #isMissed(item: NotificationItem): boolean {
    const isNewer = parseTime(listDate(item) ?? '') >= this.#leadsSince;
    return !isNewer && Date.now() - this.#leadsSince < takeoverMs;
  }

  async #showDesktop(session: Session, ids: readonly string[]): Promise<void> {
    const [first] = ids;
    if (first === undefined) return;
    const id = ids.length === 1 ? first : null;
    const { visit } = session.notifications;
    const record = id === null ? null : await session.notifications.load(id).catch(() => null);
    if (this.#isVisible || this.#locks?.session !== session || visit !== session.notifications.visit) return;
    const { messages, locale } = this.#context.localization;
    if (id === null) for (const counted of ids) this.#counted.add(counted);
    const { title, subTitle, body } = record?.payload ?? {};
    const count = plural(messages.arrived, id === null ? this.#counted.size : 1, locale);
    const options: NotificationOptions & { renotify: boolean } = {
      body: readableText(body, maxBodyLength) ?? readableText(subTitle, maxBodyLength) ?? '',
      lang: locale,
      // Should two tabs show it after all, it is one. A later number replaces an earlier one, as noticeably.
      tag: `${session.alerts.key} ${id ?? ''}`,
      renotify: true,
    };
    try {
      const notification = new Notification(readableText(title, textLimits.line) ?? count, options);
      // Without a reference, the browser may forget it, and what happens on a press.
      this.#shown.add(notification);
      notification.onclose = () => this.#shown.delete(notification);
      notification.onclick = () => {
        notification.close();
        window.focus();
        if (id === null) this.#showList();
        else void this.#reveal(id);
      };
    } catch (error) {
      // Some mobile browsers only let service workers show them.
      warnOnce(`Desktop notifications are turned off: ${String(error)}`);
      session.alerts.isDesktopOn = false;
    }
  }

  /** Shows what was pressed, or the list if it cannot be shown yet: the panel waits behind a modal dialog of the page. */
  async #reveal(id: string): Promise<void> {
    if (!(await this.#host.reveal(id))) this.#showList();
  }
}

function isGranted(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}
