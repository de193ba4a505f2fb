import js from '@eslint/js';
import tscompat from '@koddsson/eslint-plugin-tscompat';
import browserslist from 'browserslist';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';
import { newerFeatures } from './scripts/newer-features.mjs';

const zodPaths = [{ name: 'zod', message: "Browser files load zod only as: import * as z from 'zod/mini'." }];
const noLit = [{ group: ['lit', 'lit/*', '@lit/*'], message: 'This layer knows nothing of Lit.' }];

/**
 * What tscompat does not see: newer static methods, such as `URL.canParse()`, and what every element inherits, such as
 * `checkVisibility()`.
 */
const newerProperties = [
  ...[...newerFeatures.members].flatMap(([object, names]) => names.map((property) => ({ object, property }))),
  ...['Element', 'HTMLElement'].flatMap((name) =>
    (newerFeatures.members.get(name) ?? []).map((property) => ({ property })),
  ),
];

/** What old libraries replace on the pages of customers by something else. */
const replacedProperties = [
  { object: 'Array', property: 'from', message: 'Prototype.js replaces it by one that calls no function.' },
  { object: 'Date', property: 'parse', message: 'Date.js replaces it: use parseTime().' },
];

/** What takes a text as markup or as code. A page may forbid all of it by its policy, and then nothing of ours breaks. */
const injections = [
  {
    selector:
      'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|srcdoc)$/]',
    message: 'A text is never markup: render it by a template.',
  },
  {
    selector: 'ImportDeclaration[source.value=/unsafe-(html|svg|mathml)|static-html/]',
    message: 'A text is never markup: render it by a template.',
  },
];

/** What sends a request. */
const requesting = ['fetch', 'EventSource', 'WebSocket', 'XMLHttpRequest'].map((name) => ({
  name,
  message: 'The backend sends no request, so that nobody can choose its address.',
}));

/** The table of words in CONTRIBUTING.md. */
const otherWords = {
  comments: [
    ...[
      'ask',
      'asks',
      'asked',
      'tell',
      'tells',
      'told',
      'hear',
      'hears',
      'heard',
      'remember',
      'remembers',
      'recall',
    ],
    ...['meet', 'admit', 'admits', 'expel', 'pardon', 'speech', 'picture of'],
  ],
  names: '(ask|tell|hear|remember|recall|meet|admit|expel|pardon|speech|pictureOf)',
};

/** What a skeleton of `npm run new` leaves to a person. */
const toFillIn = 'fill in';

export default tseslint.config(
  // The types of the tags need the generated `elements.d.ts`; the package's tests compile them. The examples have their own
  // dependencies, and are checked with them.
  {
    ignores: [
      'node_modules',
      'dist',
      'coverage',
      'storybook-static',
      'test/frameworks/apps',
      'examples',
      'build/types',
      'test/docs/context',
      'test/session/device/earlier-build',
    ],
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { paths: zodPaths }],
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      'no-console': ['error', { allow: ['warn'] }],
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-syntax': ['error', ...injections],
      'no-warning-comments': ['error', { terms: [...otherWords.comments, toFillIn], location: 'anywhere' }],
      '@typescript-eslint/naming-convention': [
        'error',
        {
          selector: ['function', 'method', 'classProperty', 'parameter', 'accessor'],
          format: null,
          custom: { regex: `^${otherWords.names}([A-Z]|$)`, match: false },
        },
      ],
    },
  },
  {
    // To write to the console is what it is for.
    files: ['src/session/trace.ts'],
    rules: { 'no-console': ['error', { allow: ['info'] }] },
  },
  {
    files: [
      'src/{common,api,session,localization,client,backend,check,sandbox}/**/*.ts',
      'src/{client,server,backend,cli,sandbox}.ts',
    ],
    rules: { 'no-restricted-imports': ['error', { paths: zodPaths, patterns: noLit }] },
  },
  {
    files: ['src/backend/**/*.ts', 'src/backend.ts'],
    rules: { 'no-restricted-globals': ['error', ...requesting] },
  },
  {
    // Only what the browsers of `browserslist` in package.json have.
    files: ['src/**/*.ts'],
    ignores: ['src/api/server/**', 'src/backend/**', 'src/check/**', 'src/sandbox/**', 'src/cli.ts'],
    plugins: { tscompat },
    // Its value was wrong in a rare case, which does no harm here: https://crbug.com/40940886
    settings: { polyfills: ['KeyboardEvent.repeat'] },
    rules: {
      'tscompat/tscompat': ['error', { browserslist: browserslist() }],
      'no-restricted-properties': ['error', ...newerProperties, ...replacedProperties],
    },
  },
  { files: ['src/**/*.ts'], ...lit.configs['flat/recommended'] },
  { files: ['src/**/*.ts'], ...wc.configs['flat/recommended'] },
  { files: ['src/**/*.ts'], plugins: { 'lit-a11y': litA11y }, rules: litA11y.configs.recommended.rules },
  {
    files: ['test/**/*.ts', 'stories/**/*.ts'],
    rules: {
      'no-warning-comments': ['error', { terms: [toFillIn], location: 'anywhere' }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
  {
    files: ['test/{elements,journeys,compat/pages}/**/*.ts'],
    rules: {
      // @open-wc/semantic-dom-diff types equal() as a promise, which it is not.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: 'Equal', package: '@types/chai' },
            { from: 'package', name: 'equal', package: '@types/chai' },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
  {
    // Scripts of a page.
    files: ['test/journeys/*.js', 'test/compat/pages/*.js'],
    languageOptions: {
      globals: {
        window: 'readonly',
        document: 'readonly',
        location: 'readonly',
        addEventListener: 'readonly',
        URLSearchParams: 'readonly',
        CSS: 'readonly',
        CSSStyleSheet: 'readonly',
        problems: 'readonly',
        NudgeInbox: 'readonly',
      },
    },
  },
);
