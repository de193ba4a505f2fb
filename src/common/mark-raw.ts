/**
 * Keeps Vue from wrapping an object in a proxy, which has none of its private fields, as its own `markRaw()` does. Svelte's
 * `$state` does not wrap instances of a class.
 */
export function markRaw<Value extends object>(value: Value): Value {
  return Object.defineProperty(value, '__v_skip', { value: true });
}

function isMethod(value: unknown): value is () => unknown {
  return typeof value === 'function';
}

/**
 * Gives an instance the methods and accessors of its class as its own, bound to itself: so they have their private fields however they are
 * called, by a proxy of a library such as Valtio too.
 */
export function bindMembers<Instance extends object>(instance: Instance): Instance {
  const members: unknown = Object.getPrototypeOf(instance);
  for (const [name, member] of Object.entries<PropertyDescriptor>(
    Object.getOwnPropertyDescriptors(members),
  )) {
    if (name === 'constructor') continue;
    for (const key of ['value', 'get', 'set'] as const) {
      const method: unknown = member[key];
      if (isMethod(method)) member[key] = method.bind(instance);
    }
    Object.defineProperty(instance, name, member);
  }
  return markRaw(instance);
}
