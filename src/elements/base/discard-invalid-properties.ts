import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';

/** Properties that would throw or silently show nothing with a value of another type. */
const types = {
  session: 'session',
  ids: 'array',
  source: 'object',
  groups: 'array',
  tabs: 'array',
  label: 'string',
  heading: 'string',
  name: 'string',
  src: 'string',
  renderNotification: 'function',
};

const isStore = (value: unknown): boolean => isObject(value) && 'subscribe' in value;

const hasType = (type: string, value: unknown): boolean =>
  (Array.isArray(value) ? 'array' : typeof value) === type ||
  (type === 'session' && isObject(value) && isStore(value.notifications) && isStore(value.preferences));

/**
 * Resets properties of an unusable type, with a warning: frameworks pass on whatever a variable holds, and a mistake
 * must not break the page around the element. Returns whether there was one.
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
  return invalid.length > 0;
}
