import type { Plugin } from 'vite';

interface Replacement {
  file: string;
  from: string;
  to: string;
}

// A page with Trusted Types allows our policy by our name, whatever we build on. Where it does not, or where another
// copy of the script has created the policy, the script must not throw; `register()` then checks whether Lit can render.
const ownPolicy = '(()=>{try{return s?.createPolicy("nudge-inbox",{createHTML:t=>t})}catch{}})()';

/** What each library file contains, and what it contains in our files for script tags. */
const globals: readonly Replacement[] = [
  // Lit and zod mark the page to find second copies of themselves. A widget adds one global: its own.
  { file: 'lit-html/lit-html.js', from: '(t.litHtmlVersions??=[]).push("3.3.3")', to: '0' },
  { file: 'lit-element/lit-element.js', from: '(s.litElementVersions??=[]).push("4.2.2")', to: '0' },
  {
    file: '@lit/reactive-element/reactive-element.js',
    from: '(a.reactiveElementVersions??=[]).push("2.1.2")',
    to: '0',
  },
  {
    file: '@lit/reactive-element/reactive-element.js',
    from: 'Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;',
    to: 'var litPropertyMetadata=new WeakMap;',
  },
  {
    file: 'zod/v4/core/core.js',
    from: '(_a = globalThis).__zod_globalConfig ?? (_a.__zod_globalConfig = {});',
    to: '',
  },
  {
    file: 'zod/v4/core/core.js',
    from: 'globalConfig = globalThis.__zod_globalConfig;',
    to: 'globalConfig = {};',
  },
];

/**
 * Names Lit's Trusted Types policy `nudge-inbox`, and keeps the libraries from adding globals to the page. The build
 * fails if a library no longer contains one of these texts: read its new version, then change the list.
 *
 * @param policy the expression for that policy, or undefined; by default it creates one
 */
export function litNames(policy = ownPolicy): Plugin {
  const replacements: readonly Replacement[] = [
    {
      file: 'lit-html/lit-html.js',
      from: 's?s.createPolicy("lit-html",{createHTML:t=>t}):void 0',
      to: policy,
    },
    ...globals,
  ];
  const applied = new Set<string>();
  return {
    name: 'lit-names',
    transform(code, id) {
      let result = code;
      for (const { file, from, to } of replacements) {
        if (!id.endsWith(`/node_modules/${file}`) || !result.includes(from)) continue;
        // Not shorter than before, so that the source map stays right; where it is longer, the rest of a line is shifted.
        result = result.replace(from, to.padEnd(from.length));
        applied.add(from);
      }
      return result === code ? undefined : { code: result, map: null };
    },
    generateBundle() {
      const missing = replacements.filter(({ from }) => !applied.has(from));
      if (missing.length > 0)
        this.error(missing.map(({ file, from }) => `${file} does not contain ${from}`).join('\n'));
    },
  };
}
