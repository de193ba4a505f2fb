import { createParser } from 'eventsource-parser';
import { discardBody } from '../../api/response.js';
import { sendRequest, type SourceRequestOptions } from './request.js';

/** The values of `readyState` of an EventSource. */
export const streamStates = { connecting: 0, open: 1, closed: 2 } as const;

/**
 * An event stream that is requested by `fetch`, so that it can have headers. It has what a source needs of an `EventSource`, and
 * does not reconnect.
 */
export class FetchStream extends EventTarget {
  readyState: number = streamStates.connecting;
  readonly #controller = new AbortController();

  constructor(url: string, options: SourceRequestOptions) {
    super();
    void this.#run(url, options);
  }

  close(): void {
    this.readyState = streamStates.closed;
    this.#controller.abort();
  }

  async #run(url: string, options: SourceRequestOptions): Promise<void> {
    let isRefused = false;
    try {
      isRefused = !(await this.#receive(url, options));
    } catch {
      // The connection failed or was lost, as at the end of the stream.
    }
    if (this.#controller.signal.aborted) return;
    this.readyState = isRefused ? streamStates.closed : streamStates.connecting;
    this.dispatchEvent(new Event('error'));
  }

  /** Dispatches the messages until the stream ends. Returns whether there was one. */
  async #receive(url: string, options: SourceRequestOptions): Promise<boolean> {
    const { signal } = this.#controller;
    const request = { headers: { Accept: 'text/event-stream' }, cache: 'no-store', signal } as const;
    const response = await sendRequest(url, request, options);
    const { body, status, headers } = response;
    if (signal.aborted) return false;
    if (status !== 200 || !body || !headers.get('Content-Type')?.startsWith('text/event-stream')) {
      discardBody(response);
      return false;
    }
    this.readyState = streamStates.open;
    this.dispatchEvent(new Event('open'));
    const parser = createParser({
      onEvent: ({ id = '', event = 'message', data }) => {
        if (!signal.aborted) this.dispatchEvent(new MessageEvent(event, { data, lastEventId: id }));
      },
    });
    const feed = new WritableStream<string>({ write: (text) => parser.feed(text) });
    await body.pipeThrough(new TextDecoderStream()).pipeTo(feed, { signal });
    return true;
  }
}
