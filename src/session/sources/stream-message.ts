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

/** The fields of a message; undefined if it is no object. */
function parseFields(data: unknown): Record<string, unknown> | undefined {
  try {
    const fields: unknown = JSON.parse(String(data));
    return isObject(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}

/** Parses a message, whose name may stand for the type of its event. Null, with a warning, if it is no event. */
export function parseMessage({ type: name, data }: MessageEvent<unknown>): SourceEvent | null {
  if (streamEventNames.includes(name)) {
    warnOnce(`The event stream sent a message with the name "${name}", which is left out.`);
    return null;
  }
  const type = { message: undefined, notification: 'add' }[name] ?? name;
  const fields = parseFields(data);
  const event = fields && parseSourceEvent({ type, ...fields });
  if (event) return event;
  // Not by its values, which may be personal.
  const description = fields ? `an object with ${Object.keys(fields).slice(0, 5).join(', ')}` : 'no object';
  warnOnce(`The event stream sent a message that is no event, and is left out: ${description}.`);
  return null;
}
