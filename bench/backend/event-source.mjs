/* global Event, EventTarget, MessageEvent */
import { get } from 'node:http';

/** As much of an EventSource as `eventStreamSource()` uses: Node has none of its own. */
export class NodeEventSource extends EventTarget {
  readyState = 0;
  #request;

  constructor(url) {
    super();
    this.#request = get(url, { agent: false }, (response) => {
      if (response.statusCode !== 200) {
        response.resume();
        this.#fail(true);
        return;
      }
      this.readyState = 1;
      this.dispatchEvent(new Event('open'));
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
        const messages = text.split('\n\n');
        text = messages.pop() ?? '';
        for (const message of messages) this.#handleMessage(message);
      });
      response.on('close', () => this.#fail(false));
    });
    this.#request.on('error', () => this.#fail(false));
  }

  close() {
    this.readyState = 2;
    this.#request.destroy();
  }

  #handleMessage(message) {
    const field = (name) => new RegExp(`^${name}: (.+)$`, 'm').exec(message)?.[1];
    const data = field('data');
    if (data === undefined) return;
    const lastEventId = field('id') ?? '';
    this.dispatchEvent(new MessageEvent(field('event') ?? 'message', { data, lastEventId }));
  }

  #fail(isRefused) {
    if (this.readyState === 2) return;
    this.readyState = isRefused ? 2 : 0;
    this.dispatchEvent(new Event('error'));
  }
}
