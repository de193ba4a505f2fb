/** Messages between the tabs of one customer. Without BroadcastChannel it does nothing. */
export class TabChannel {
  readonly #name: string;
  readonly #onMessage: (message: unknown) => void;
  #channel: BroadcastChannel | null = null;

  constructor(name: string, onMessage: (message: unknown) => void) {
    this.#name = name;
    this.#onMessage = onMessage;
  }

  /** Receives the messages of other tabs until {@link close}. */
  open(): void {
    this.#channel ??= this.#connect();
    if (this.#channel) this.#channel.onmessage = ({ data }) => this.#onMessage(data);
  }

  /** Sends a message to the other tabs, also while it is not open. */
  post(message: unknown): void {
    const channel = this.#channel ?? this.#connect();
    channel?.postMessage(message);
    if (!this.#channel) channel?.close();
  }

  close(): void {
    this.#channel?.close();
    this.#channel = null;
  }

  #connect(): BroadcastChannel | null {
    try {
      return new BroadcastChannel(this.#name);
    } catch {
      return null;
    }
  }
}
