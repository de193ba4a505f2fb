import type { Device } from './device.js';
import type { NotificationMemory, NotificationMemoryOptions } from './notification-memory.js';

/** How long requests wait for what the device knows, in milliseconds: it may answer late, or never. */
const longestWait = 200;

export type DeviceLink = ReturnType<typeof linkDevice>;

/** The store's way to the device, which comes on its own. Without a device it does nothing. */
export function linkDevice(
  open: (() => Promise<Device | null>) | undefined,
  options: NotificationMemoryOptions,
) {
  let opening: Promise<NotificationMemory | undefined> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function endWait(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function tell(act: (memory: NotificationMemory) => void, otherwise?: () => void): void {
    opening ??= open?.().then((device) => device?.remember(options));
    void opening?.then((memory) => (memory ? act(memory) : otherwise?.()));
  }

  return {
    tell,

    /** Whether what the device knows may still come first. */
    get isWaiting(): boolean {
      return timer !== undefined;
    },

    /** Hears of the device. Goes on with `proceed` once it has told what it knows, or lets wait for too long. */
    start(proceed: () => void): void {
      endWait();
      if (!open) {
        proceed();
        return;
      }
      const end = (): void => {
        if (timer === undefined) return;
        endWait();
        proceed();
      };
      timer = setTimeout(end, longestWait);
      tell((memory) => memory.start(end), end);
    },

    /** Writes what is still unwritten, with no timer left, and where the page goes no channel. */
    rest(isLeaving: boolean): void {
      endWait();
      tell((memory) => (isLeaving ? memory.stop() : memory.flush()));
    },
  };
}
