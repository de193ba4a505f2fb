import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';

/** By the name of the property, the type without which it would throw, or show nothing without a word. */
const types = {
  session: 'session',
  ids: 'array',
  source: 'object',
  groups: 'array',
  label: 'string',
  heading: 'string',
  name: 'string',
  src: 'string',
  renderNotification: 'function',
};

const isStore = (value: unknown): boolean => isObject(value) && 'subscribe' in value;

const isOf = (type: string, value: unknown): boolean =>
  (Array.isArray(value) ? 'array' : typeof value) === type ||
  (type === 'session' && isObject(value) && isStore(value.notifications) && isStore(value.preferences));

/**
 * Takes back what the page has set and cannot be used, as if it had not been set, and says so. Frameworks hand on
 * whatever a variable holds; a mistake there must not break what is around. True where something was left out.
 */
export function leaveOutWrongTypes(element: Element): boolean {
  const wrong = Object.entries(types).filter(([name, type]) => {
    const value: unknown = Reflect.get(element, name);
    return value != null && !isOf(type, value);
  });
  for (const [name, type] of wrong) {
    warnOnce(`<${element.localName}> leaves out ${name}: it is no ${type}.`);
    Reflect.set(element, name, undefined);
  }
  return wrong.length > 0;
}
