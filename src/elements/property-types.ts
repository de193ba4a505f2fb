import { isObject } from '../inbox/source.js';
import { warnOnce } from '../inbox/warn.js';

/** By the name of the property, the type without which it would throw, or show nothing without a word. */
const types = {
  session: 'session',
  ids: 'array',
  source: 'object',
  groups: 'array',
  label: 'string',
  heading: 'string',
  renderNotification: 'function',
};

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (!isObject(value)) return typeof value;
  const stores = [value.notifications, value.preferences];
  return stores.every((store) => isObject(store) && 'subscribe' in store) ? 'session' : 'object';
}

/**
 * Takes back what the page has set and cannot be used, as if it had not been set, and says so. Frameworks hand on
 * whatever a variable holds; a mistake there must not break what is around. Returns whether there was any.
 */
export function leaveOutWrongTypes(element: Element): boolean {
  let isAny = false;
  for (const [name, type] of Object.entries(types)) {
    const value: unknown = Reflect.get(element, name) ?? undefined;
    if (value === undefined || typeOf(value) === type) continue;
    warnOnce(`<${element.localName}> leaves out ${name}: it is no ${type}.`);
    Reflect.set(element, name, undefined);
    isAny = true;
  }
  return isAny;
}
