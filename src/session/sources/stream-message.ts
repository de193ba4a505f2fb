import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';
import { parseSourceEvent } from './parse.js';
import type { SourceEvent } from './source.js';

/** The names of the stream's own events, which a message of the backend may have, too. */
const streamEventNames = ['open', 'error'];

/** The names that a message may have: those of the types of events, one for an arrival, and none. Those of no event are left out. */
export const messageNames = [
  'message',
  'notification',
  'add',
  'remove',
  'read',
  'seen',
  'dismiss',
  'preference',
  'reset',
  ...streamEventNames,
];

/** Whether the backend has sent it: the stream's own events are none. */
export const isMessage = (event: Event): event is MessageEvent<unknown> => event instanceof MessageEvent;

/** Parses a message, whose name may stand for the type of its event. Null, with a warning, if it is no event. */
export function parseMessage({ type: name, data }: MessageEvent<unknown>): SourceEvent | null {
  if (streamEventNames.includes(name)) {
    warnOnce(`The event stream sent a message with the name "${name}", which is left out.`);
    return null;
  }
  const type = { message: undefined, notification: 'add' }[name] ?? name;
  const fields = parseJson(data);
  return parseSourceEvent(isObject(fields) ? { ...(type && { type }), ...fields } : fields);
}

function parseJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
