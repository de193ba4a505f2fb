// What the oldest browsers of `browserslist` in package.json lack, from the data of MDN.
import { createRequire } from 'node:module';
import browserslist from 'browserslist';

const { api, css, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** The names of the browsers in the data of MDN. */
const names = { chrome: 'chrome', firefox: 'firefox', safari: 'safari', ios_saf: 'safari_ios' };

/** The oldest version of each browser. */
const oldest = new Map();
for (const browser of browserslist()) {
  const [name, version] = browser.split(' ');
  const known = oldest.get(names[name]) ?? Infinity;
  oldest.set(names[name], Math.min(known, Number.parseFloat(version)));
}

/** Whether one of them lacks the feature. */
function isNewer({ __compat: compat }) {
  const has = ([browser, version]) =>
    [compat.support[browser]].flat().some((support) => {
      const { version_added: since, flags, prefix, alternative_name: otherName } = support ?? {};
      // A version can be written as `≤37`.
      const isOldEnough = since && Number.parseFloat(since.replace('≤', '')) <= version;
      return isOldEnough && !flags && !prefix && !otherName;
    });
  return compat !== undefined && ![...oldest].every(has);
}

const newerIn = (features) => Object.keys(features).filter((name) => isNewer(features[name]));

/** Each interface and built-in object with its newer members, those of its instances included. */
const newerMembers = [...Object.entries(api), ...Object.entries(javascript.builtins)].map(
  ([name, features]) => [name, newerIn(features).map((member) => member.replace(/_static$/, ''))],
);

export const newerFeatures = {
  globals: [...newerIn(api), ...newerIn(javascript.builtins)],
  members: new Map(newerMembers.filter(([, members]) => members.length > 0)),
  properties: newerIn(css.properties),
  atRules: newerIn(css['at-rules']),
  pseudoClasses: newerIn(css.selectors),
  /** Those of colours only. */
  functions: newerIn(css.types.color),
};
