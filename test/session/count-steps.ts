type Method = (this: unknown, ...parameters: unknown[]) => unknown;

/** These call a function for each element that they go through. */
const callbackMethods = [
  'every',
  'filter',
  'find',
  'findIndex',
  'findLast',
  'findLastIndex',
  'flatMap',
].concat(['forEach', 'map', 'reduce', 'some']);
/** These go through all elements, or up to the one that they find. */
const otherMethods = ['concat', 'includes', 'indexOf', 'shift', 'slice', 'splice', 'toSorted', 'unshift'];
/** `for…of`, spread syntax and constructors go through the elements by one of these. */
const iterators = [[].values(), new Map().values(), new Set().values()];

/**
 * Counts how many elements of arrays, maps and sets an act goes through. A time would depend on the machine and on what else
 * it does; this number does not: for twice the notifications it may double, but not grow fourfold.
 */
export async function countSteps(act: () => unknown): Promise<number> {
  let steps = 0;
  const originals: [object, string, Method][] = [];
  const replace = (owner: object, name: string, wrap: (original: Method) => Method): void => {
    const original = Reflect.get(owner, name) as Method;
    originals.push([owner, name, original]);
    Object.defineProperty(owner, name, { value: wrap(original) });
  };
  for (const name of callbackMethods)
    replace(
      Array.prototype,
      name,
      (original) =>
        function (callback, ...others) {
          const countedCallback: Method = (...parameters) => {
            steps += 1;
            return (callback as Method)(...parameters);
          };
          return Reflect.apply(original, this, [countedCallback, ...others]);
        },
    );
  for (const name of otherMethods)
    replace(
      Array.prototype,
      name,
      (original) =>
        function (...parameters) {
          const { length } = this as unknown[];
          const result = Reflect.apply(original, this, parameters);
          if (Array.isArray(result)) steps += Math.max(length, result.length);
          else steps += typeof result === 'number' && result >= 0 ? Math.min(result, length) : length;
          return result;
        },
    );
  for (const iterator of iterators)
    replace(
      Object.getPrototypeOf(iterator) as object,
      'next',
      (original) =>
        function () {
          steps += 1;
          return Reflect.apply(original, this, []);
        },
    );
  try {
    await act();
  } finally {
    for (const [owner, name, value] of originals) Object.defineProperty(owner, name, { value });
  }
  return steps;
}
