import { isObject } from '../common/type-guards.js';

/** A message of an event stream: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
export interface StreamMessage {
  /** Its name; `message` without one. */
  name: string;
  id: string;
  data: string;
}

/** An event as the elements take it: the name of a message may stand for its type. */
export type StreamEvent = Record<string, unknown> & { type: string };

const nameOfArrival = 'notification';

/** The event of a message; null if it is none. */
export function parseEvent({ name, data }: StreamMessage): StreamEvent | null {
  let fields: unknown;
  try {
    fields = JSON.parse(data);
  } catch {
    return null;
  }
  if (!isObject(fields)) return null;
  const named = name === nameOfArrival ? 'add' : name;
  const type = typeof fields.type === 'string' ? fields.type : named;
  return { ...fields, type };
}

/** Reads an event stream for as long as it is open. */
export class EventReader {
  readonly messages: StreamMessage[] = [];
  readonly response: Pick<Response, 'status' | 'headers'>;
  readonly #controller: AbortController;
  #isEnded = false;
  #notify: () => void = () => undefined;

  constructor(response: Response, controller: AbortController) {
    this.response = response;
    this.#controller = controller;
    void this.#read(response);
  }

  /** Whether the backend has ended the stream. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The events so far, after so many messages. */
  eventsAfter(count: number): StreamEvent[] {
    return this.messages.slice(count).flatMap((message) => parseEvent(message) ?? []);
  }

  close(): void {
    this.#controller.abort();
  }

  /** Waits until the condition holds. Resolves with whether it does, after the time at the latest, or once the stream has ended. */
  async waitFor(condition: () => boolean, timeoutMs: number): Promise<boolean> {
    const endsAt = performance.now() + timeoutMs;
    while (!condition()) {
      const leftMs = endsAt - performance.now();
      if (leftMs <= 0 || this.#isEnded) return false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
        timer = setTimeout(resolve, leftMs);
      });
      clearTimeout(timer);
    }
    return true;
  }

  async #read({ body }: Response): Promise<void> {
    try {
      let rest = '';
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
        const blocks = `${rest}${chunk.value}`.split(/\r\n\r\n|\n\n|\r\r/);
        rest = blocks.pop() ?? '';
        this.messages.push(...blocks.flatMap((block) => parseBlock(block) ?? []));
        this.#notify();
      }
    } catch {
      // It was closed, or its connection was lost.
    }
    this.#isEnded = true;
    this.#notify();
  }
}

function parseBlock(block: string): StreamMessage | null {
  const message: StreamMessage = { name: 'message', id: '', data: '' };
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, field, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'data') data.push(value);
    else if (field === 'event') message.name = value;
    else if (field === 'id') message.id = value;
  }
  return data.length === 0 ? null : { ...message, data: data.join('\n') };
}
