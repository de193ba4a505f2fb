import { readMessage } from './device-schema.js';
import type { DeviceChange } from './device-row.js';

type Message = DeviceChange | 'sign-out';

/** The same customer's other tabs. Where there is no channel, each tab is alone. */
export class Tabs {
  readonly #name: string;
  readonly #hear: (message: Message) => void;
  #channel: BroadcastChannel | null = null;

  constructor(customerKey: string, hear: (message: Message) => void) {
    this.#name = `nudge-inbox:${customerKey}`;
    this.#hear = hear;
  }

  open(): void {
    this.#channel ??= this.#connect();
    if (this.#channel) {
      this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        const message = data === 'sign-out' ? data : readMessage(data);
        if (message) this.#hear(message);
      };
    }
  }

  close(): void {
    this.#channel?.close();
    this.#channel = null;
  }

  tell(message: Message): void {
    const channel = this.#channel ?? this.#connect();
    channel?.postMessage(message);
    if (channel !== this.#channel) channel?.close();
  }

  #connect(): BroadcastChannel | null {
    try {
      return new BroadcastChannel(this.#name);
    } catch {
      return null;
    }
  }
}
