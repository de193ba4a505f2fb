// Needed by pages that freeze what all scripts share, against prototype pollution. The first line is that of the documentation.
{
  Symbol.metadata ??= Symbol('metadata');

  const names = `Object Function Array Error TypeError RangeError SyntaxError ReferenceError AggregateError Promise Map Set WeakMap WeakSet
    WeakRef FinalizationRegistry Symbol String Number Boolean BigInt Date RegExp Proxy Reflect JSON Math Intl ArrayBuffer DataView Uint8Array`;
  const frozen = new Set();
  const freeze = (value) => {
    if (Object(value) !== value || frozen.has(value)) return;
    frozen.add(value);
    for (const property of Object.values(Object.getOwnPropertyDescriptors(value))) {
      [property.value, property.get, property.set].forEach(freeze);
    }
    freeze(Object.getPrototypeOf(value));
    Object.freeze(value);
  };
  for (const name of names.split(/\s+/)) freeze(window[name]);
}
