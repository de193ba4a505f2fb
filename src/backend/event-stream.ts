const encoder = new TextEncoder();

/** How many messages wait for a slow page. It is disconnected then, and catches up when it comes back. */
const maxWaiting = 1000;

/**
 * The body of a response with server-sent events.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #onClose: () => void;
  readonly #timer: ReturnType<typeof setTimeout>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** The last event that was sent, or is skipped. Infinity until it starts: nothing is sent before. */
  #position = Infinity;

  /** @param onClose called once, however it ends; not before the constructor has returned */
  constructor(lifetimeMs: number, onClose: () => void) {
    this.#onClose = onClose;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#end(),
      },
      { highWaterMark: maxWaiting },
    );
    this.#timer = setTimeout(() => this.close(), lifetimeMs);
  }

  get position(): number {
    return this.#position;
  }

  /** Starts after this event. A first line makes proxies pass on the headers. */
  start(position: number): void {
    this.#position = position;
    this.#write(': open\n\n');
  }

  /** Sends an event, unless it was sent before. */
  send(number: number, data: string): void {
    if (number <= this.#position) return;
    this.#position = number;
    this.#write(`id: ${number}\ndata: ${data}\n\n`);
  }

  /** Tells proxies and the page that the stream lives. */
  ping(): void {
    this.#write('event: ping\ndata: 1\n\n');
  }

  close(): void {
    this.#controller?.close();
    this.#end();
  }

  #write(text: string): void {
    this.#controller?.enqueue(encoder.encode(text));
    if ((this.#controller?.desiredSize ?? 1) <= 0) this.close();
  }

  #end(): void {
    if (!this.#controller) return;
    this.#controller = undefined;
    clearTimeout(this.#timer);
    this.#onClose();
  }
}
