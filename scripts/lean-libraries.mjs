import MagicString from 'magic-string';

const reactiveElement = /[\\/]reactive-element\.js$/;
const zodCore = /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/;
const zodSchemas = /[\\/]zod[\\/]v4[\\/]core[\\/]schemas\.js$/;
const zodUtil = /[\\/]zod[\\/]v4[\\/]core[\\/]util\.js$/;
const zodParse = /[\\/]zod[\\/]v4[\\/]core[\\/]parse\.js$/;
const zodMini = /[\\/]zod[\\/]v4[\\/]mini[\\/]schemas\.js$/;

/**
 * What Lit and zod leave on `globalThis` so that copies of them find one another. A file for a script tag shares
 * nothing with the page's own copies, and adds one global of its own; so each is taken out, or kept in the file.
 */
const marks = [
  [/[\\/]lit-html\.js$/, /\(\w+\.litHtmlVersions\?\?=\[\]\)\.push\("[^"]+"\)/, '0'],
  [/[\\/]lit-element\.js$/, /\(\w+\.litElementVersions\?\?=\[\]\)\.push\("[^"]+"\)/, '0'],
  [reactiveElement, /\(\w+\.reactiveElementVersions\?\?=\[\]\)\.push\("[^"]+"\)/, '0'],
  [
    reactiveElement,
    /Symbol\.metadata\?\?=Symbol\("metadata"\),\w+\.litPropertyMetadata\?\?=new WeakMap;/,
    '',
  ],
  [zodCore, '(_a = globalThis).__zod_globalConfig ?? (_a.__zod_globalConfig = {});', 'const zodConfig = {};'],
  [zodCore, 'globalThis.__zod_globalConfig;', 'zodConfig;'],
  [zodCore, 'globalThis.__zod_globalConfig?.', 'zodConfig?.'],
];

/**
 * What a bundler cannot know to be unused, since it hangs on objects: of zod, checks, promises, encoding, discriminated
 * unions, the standard-schema interface, texts of issues and all ways to parse but the two that are used; of Lit, the newer kind of
 * decorators, style elements for browsers that are older than ours, and what a task offers to templates.
 */
const unused = [
  [zodMini, /get with\(\) \{[\s\S]*?(?=\n {4}parse\(data)/, ''],
  [zodMini, /parseAsync\(data[\s\S]*?(?=\n {4}safeParse\(data)/, ''],
  [zodMini, /safeParseAsync\(data[\s\S]*?\n {4}apply\([\s\S]*?\n {4}\},/, ''],
  [
    zodSchemas,
    /const checks = inst\._zod\.traits\.has\("\$ZodCheck"\)[\s\S]*?(?=if \(checks\.length === 0\))/,
    '',
  ],
  [zodSchemas, 'if (checks.length === 0) {', 'if (true) {'],
  [zodSchemas, /\b\w+ instanceof Promise/g, 'false'],
  [zodSchemas, /\bctx\.(async|direction === "backward")\)/g, 'false)'],
  [zodSchemas, /\bcore\.globalConfig\.memoizer/g, 'undefined'],
  [
    /[\\/]zod[\\/]v4[\\/]core[\\/]errors\.js$/,
    /const initializer = \(inst, def\) => \{[\s\S]*?\n\};/,
    'const initializer = (inst, value) => void Object.defineProperty(inst, "issues", { value });',
  ],
  [zodCore, /(?<=function newError\(Definition\) \{)[\s\S]*?(?=\n\})/, 'return new Definition();'],
  [zodParse, /\b\w+ instanceof Promise/g, 'false'],
  [zodSchemas, /\n\}, \{\n[^\n]*\n {4}get "~standard"\(\) \{[\s\S]*?\n\}\);/, '\n});'],
  [
    zodSchemas,
    /(?<=const _normalized[\s\S]{0,80})util\.defineLazyInternal\(inst, "propValues"[\s\S]*?\n {4}\}\);/,
    '',
  ],
  [
    zodUtil,
    /export function finalizeIssue\([\s\S]*?\n\}/,
    "export function finalizeIssue({ path = [] }) { return { path, message: 'Invalid input' }; }",
  ],
  [
    zodUtil,
    /(?<=export function normalizeParams\(_params\) \{)[\s\S]*?(?=\n\})/,
    'if (_params) throw new Error("params"); return {};',
  ],
  [zodSchemas, /(?<=const allKeys = [^\n]*\n) {4}for \(const k of allKeys\) \{[\s\S]*?\n {4}\}/, ''],
  [reactiveElement, /const t=this\[Symbol\.metadata\];if\(null!==t\)\{[^}]*\}/, ''],
  [reactiveElement, /,\w+=\w+\.reactiveElementPolyfillSupport,/, ','],
  [reactiveElement, /\w+\?\.\(\{ReactiveElement:\w+\}\),/, ''],
  [
    /[\\/]lit-element\.js$/,
    /\w+\.litElementHydrateSupport\?\.\(\{LitElement:\w+\}\);const \w+=\w+\.litElementPolyfillSupport;\w+\?\.\(\{LitElement:\w+\}\);/,
    '0;',
  ],
  [/[\\/]lit-html\.js$/, /,(\w+)=\w+\.litHtmlPolyfillSupport;\1\?\.\(\w+,\w+\),/, ';'],
  [/[\\/]css-tag\.js$/, /Error\("CSSResult[^)]*\)/, 'Error("css")'],
  [/[\\/]css-tag\.js$/, /Error\("Value passed[^)]*\)/, 'Error("css: "+t)'],
  [/[\\/]css-tag\.js$/, /,e=t\.ShadowRoot&&[^,]*CSSStyleSheet\.prototype,/, ',e=!0,'],
  [/[\\/]task[\\/]task\.js$/, /get taskComplete\(\)\{[\s\S]*?,this\.t\}/, ''],
  [/[\\/]task[\\/]task\.js$/, /render\(t\)\{switch[\s\S]*?this\.i\)\}\}/, ''],
  [
    /[\\/]reactive-element[\\/]decorators[\\/]property\.js$/,
    /^[\s\S]*$/,
    'export const property = (options) => (prototype, name) => prototype.constructor.createProperty(name, options);',
  ],
  [
    /[\\/]helpers[\\/]esm[\\/]decorate\.js$/,
    /^[\s\S]*$/,
    'export default (decorators, prototype, name) => decorators.forEach((decorate) => decorate(prototype, name));',
  ],
];

/**
 * A Vite plugin for files that hold their libraries. It fails where a library no longer reads as expected, rather
 * than leave a global behind or a budget to chance.
 */
export function leanLibraries() {
  return {
    name: 'lean-libraries',
    transform(code, id) {
      const mine = [...marks, ...unused].filter(([file]) => file.test(id));
      if (mine.length === 0) return undefined;
      const text = new MagicString(code);
      for (const [, from, to] of mine) {
        const before = text.toString();
        text.replace(from, to);
        if (text.toString() === before) throw new Error(`${String(from)} is not found in ${id}`);
      }
      return { code: text.toString(), map: text.generateMap({ hires: true }) };
    },
  };
}
