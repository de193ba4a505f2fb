/** Connections that send only what a test says: Node has none of its own. */
export class QuietEventSource extends EventTarget {
  static last: QuietEventSource | undefined;
  readonly readyState = 1;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    QuietEventSource.last = this;
  }

  receive(type: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }

  close(): void {
    // Nothing is open.
  }
}
