const { currentScript } = document;
const address = currentScript instanceof HTMLScriptElement ? currentScript.src : '';

/**
 * In the classic file this stands in for `language-folder`. CDNs serve that file for the name of the package alone, as in
 * `/npm/nudge-inbox@0.1.0`, beside which lie the packages of others.
 */
export const languageFolder = /\/nudge-inbox(@[^/]*)?$/.test(address)
  ? `${address}/dist/cdn/locales/`
  : './locales/';
