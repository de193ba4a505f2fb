import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';

/** Properties that would throw or silently show nothing with a value of another type. */
const types = {
  session: 'session',
  ids: 'array',
  source: 'object',
  groups: 'array',
  messages: 'object',
  tabs: 'array',
  label: 'string',
  heading: 'string',
  name: 'string',
  src: 'string',
  renderNotification: 'function',
};

/** The values of properties that know only these; the first is the default. Null is that of an attribute that is removed. */
const choices: Readonly<Record<string, readonly [string, ...string[]]>> = {
  avatars: ['shown', 'none'],
  badge: ['unseen', 'unread'],
  filter: ['all', 'unread', 'dismissed', 'snoozed'],
  layout: ['panel', 'page'],
  placement: ['bottom-end', 'bottom-start', 'top-end', 'top-start'],
  view: ['inbox', 'preferences'],
};

const isStore = (value: unknown): boolean => isObject(value) && 'subscribe' in value;

const hasType = (type: string, value: unknown): boolean =>
  (Array.isArray(value) ? 'array' : typeof value) === type ||
  (type === 'session' && isObject(value) && isStore(value.notifications) && isStore(value.preferences));

const isKnown = (values: readonly unknown[], value: unknown): boolean =>
  value == null || values.includes(value);

/**
 * Resets properties of an unusable type or value, with a warning: frameworks pass on whatever a variable holds, and a mistake
 * must not break the page around the element. Returns whether there was one of an unusable type.
 */
export function discardInvalidProperties(element: Element): boolean {
  const invalid = Object.entries(types).filter(([name, type]) => {
    const value: unknown = Reflect.get(element, name);
    return value != null && !hasType(type, value);
  });
  for (const [name, type] of invalid) {
    warnOnce(`<${element.localName}> leaves out ${name}: it is no ${type}.`);
    Reflect.set(element, name, undefined);
  }
  for (const [name, values] of Object.entries(choices)) {
    const value: unknown = Reflect.get(element, name);
    const [used] = values;
    if (isKnown(values, value)) continue;
    warnOnce(`<${element.localName}> cannot use ${name} ${String(value)}: it uses ${used}.`);
    Reflect.set(element, name, used);
  }
  return invalid.length > 0;
}
