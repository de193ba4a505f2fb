// Needed by customers with the oldest browsers that the package supports: takes away what any of them lacks.
{
  const { globals, members, properties, atRules } = window.newerFeatures;

  for (const [name, memberNames] of members) {
    // The members of Window are those of the window itself.
    const owner = name === 'Window' ? window : window[name];
    for (const object of [owner, owner?.prototype].filter(Boolean)) {
      for (const member of memberNames) Reflect.deleteProperty(object, member);
    }
  }
  for (const name of globals) Reflect.deleteProperty(window, name);

  // A name that no browser knows is ignored as an older one ignores the real name. `:dir()` was new in Chromium only, which
  // has `:host-context()` instead.
  const { supports } = CSS;
  const newer = new RegExp(
    [
      `(?<=[{;(\\s])(${properties.join('|')})(?=\\s*:)`,
      `(?<=@)(${atRules.join('|')})\\b`,
      '\\blight-dark(?=\\()',
      ...(supports('selector(:host-context([dir]))') ? ['(?<=:)dir(?=\\()'] : []),
    ].join('|'),
    'g',
  );
  CSS.supports = (...condition) => {
    const [first, value] = condition;
    const isNewer = value === undefined ? first.search(newer) >= 0 : properties.includes(first);
    return !isNewer && supports.apply(CSS, condition);
  };
  const { replaceSync } = CSSStyleSheet.prototype;
  CSSStyleSheet.prototype.replaceSync = function (text) {
    replaceSync.call(this, text.replace(newer, 'x-newer-$&'));
  };
}
