import type { Device } from './device.js';
import type { NotificationMemory, NotificationMemoryOptions } from './notification-memory.js';

/** How long requests wait for what the device knows, in milliseconds: it may answer late, or never. */
const longestWait = 200;

/** The store's way to the device, which comes on its own. Without a device it does nothing. */
export class DeviceLink {
  readonly #open: (() => Promise<Device | null>) | undefined;
  readonly #options: NotificationMemoryOptions;
  #memory: Promise<NotificationMemory | null> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(open: (() => Promise<Device | null>) | undefined, options: NotificationMemoryOptions) {
    this.#open = open;
    this.#options = options;
  }

  /** Whether what the device knows may still come first. */
  get isWaiting(): boolean {
    return this.#timer !== undefined;
  }

  /** Hears of the device. Goes on with `proceed` once it has told what it knows, or lets wait for too long. */
  start(proceed: () => void): void {
    this.#endWait();
    if (!this.#open) {
      proceed();
      return;
    }
    const end = (): void => {
      if (!this.isWaiting) return;
      this.#endWait();
      proceed();
    };
    this.#timer = setTimeout(end, longestWait);
    this.tell((memory) => memory.start(end), end);
  }

  /** Writes what is still unwritten, with no timer left, and where the page goes no channel. */
  rest(isLeaving: boolean): void {
    this.#endWait();
    this.tell((memory) => (isLeaving ? memory.stop() : memory.flush()));
  }

  tell(act: (memory: NotificationMemory) => void, otherwise?: () => void): void {
    if (!this.#open) return;
    this.#memory ??= this.#open().then((device) => device?.remember(this.#options) ?? null);
    void this.#memory.then((memory) => (memory ? act(memory) : otherwise?.()));
  }

  #endWait(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
