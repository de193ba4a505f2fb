const encoder = new TextEncoder();

/** How many bytes of events are loaded at once: as many as every stream can take that takes any. */
export const loadBytes = 128 * 1024;
/** How many bytes wait for a page that is slow. If there are more, it gets no others until it has taken half of them. */
const maxWaitingBytes = 256 * 1024;

/** The bytes of an event, which all streams share. */
export const encodeEvent = (number: number, event: unknown): Uint8Array =>
  encoder.encode(`id: ${number}\ndata: ${JSON.stringify(event)}\n\n`);

/** The bytes of the counts of a customer, under a name that a page with the whole stream does not listen to. */
export const encodeCounts = (counts: unknown): Uint8Array =>
  encoder.encode(`event: counts\ndata: ${JSON.stringify(counts)}\n\n`);

/** What a page receives: everything that happens, or after each change only the counts. */
export type StreamContent = 'events' | 'counts';

/**
 * The body of a response with server-sent events.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly content: StreamContent;
  readonly #onClose: () => void;
  readonly #timer: ReturnType<typeof setTimeout>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** The last event that was sent, or is skipped. Infinity until it starts: nothing is sent before. */
  #position = Infinity;
  /** Whether it takes no load, because too much waits already. */
  #isBehind = false;

  /**
   * @param content what the page receives
   * @param onClose called once, however it ends; not before the constructor has returned
   * @param onReady called when it can take a load again, after it could not
   */
  constructor(content: StreamContent, lifetimeMs: number, onClose: () => void, onReady: () => void) {
    this.content = content;
    this.#onClose = onClose;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: (controller) => {
          if (!this.#isBehind || (controller.desiredSize ?? 0) < loadBytes + maxWaitingBytes / 2) return;
          this.#isBehind = false;
          onReady();
        },
        cancel: () => this.#end(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: maxWaitingBytes + loadBytes }),
    );
    this.#timer = setTimeout(() => this.close(), lifetimeMs);
  }

  /** The last event that was sent, or is skipped; Infinity while it cannot take a load. */
  get position(): number {
    return this.#isBehind ? Infinity : this.#position;
  }

  /**
   * Starts after this event. The first message says whose stream it is, by a name that earlier versions of the page do not listen to. It
   * also makes proxies pass on the headers.
   *
   * @param customer the key of the customer
   */
  start(position: number, customer: string): void {
    this.#position = position;
    this.#write(`event: customer\ndata: ${JSON.stringify({ customer })}\n\n`);
  }

  /** Sends the bytes of an event, unless it was sent before. */
  send(number: number, bytes: Uint8Array): void {
    if (number > this.#position) this.skipTo(number, bytes);
  }

  /** Goes on after this event, wherever it was, and sends these bytes. */
  skipTo(number: number, bytes: Uint8Array): void {
    if (!this.#controller) return;
    this.#position = number;
    this.#controller.enqueue(bytes);
    this.#isBehind = (this.#controller.desiredSize ?? 0) < loadBytes;
  }

  /**
   * Shows proxies and the page that the stream lives, or ends it if the page takes nothing.
   *
   * @param isAvailable whether the store responds: otherwise the page says that arrivals are held up
   */
  ping(isAvailable: boolean): void {
    if (this.#isBehind) this.close();
    else this.#write(`event: ping\ndata: ${isAvailable ? 1 : 0}\n\n`);
  }

  /** Ends it. What the page has not taken by now is dropped: it gets that when it comes back. */
  close(): void {
    if (this.#controller?.desiredSize === maxWaitingBytes + loadBytes) this.#controller.close();
    else this.#controller?.error(new Error('The page does not take its events.'));
    this.#end();
  }

  #write(text: string): void {
    this.#controller?.enqueue(encoder.encode(text));
  }

  #end(): void {
    if (!this.#controller) return;
    this.#controller = undefined;
    clearTimeout(this.#timer);
    this.#onClose();
  }
}
