import minifyTemplates from '@lit-labs/rollup-plugin-minify-html-literals';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import {
  defineConfig,
  runnerImport,
  type BuildEnvironment,
  type BuildEnvironmentOptions,
  type EnvironmentOptions,
  type Rolldown,
  type UserConfig,
} from 'vite';
import { createSbom, type BuiltFile } from './build/sbom/create-sbom.js';
import type * as demo from './demo/serve.js';
import { version } from './src/version.js';

/** Syntax that all browsers of `browserslist` in package.json run: `es-check` compares. */
const target = 'es2022';

/** Every language as an entry of its own: `locales/de`. */
const languages = readdirSync('src/localization/locales').map((file): [name: string, path: string] => [
  `locales/${file.replace('.ts', '')}`,
  `src/localization/locales/${file}`,
]);
/** English is in every file that shows a text. */
const furtherLanguages = languages.filter(([name]) => name !== 'locales/en');

function isFurtherLanguage(id: string): boolean {
  return /\/locales\/(?!en\b)/.test(id);
}

/** Plugin timings are not a problem of the build, and `'use client'` of react.ts is meant. */
const checks = { pluginTimings: false, moduleLevelDirective: false };

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

/** A chunk of these files and of all that they import statically, directly or not. */
function chunkOf(name: string, ...files: string[]) {
  let included: Set<string> | undefined;
  return {
    name: (id: string, modules: Modules): string | null => {
      included ??= withImports(files, modules);
      return included.has(id) ? name : null;
    },
  };
}

function withImports(files: string[], modules: Modules): Set<string> {
  const ids = new Set(files.map((file) => resolve(file)));
  // What is added while a set is iterated is iterated, too.
  for (const id of ids)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
  return ids;
}

/** The npm package: one file for each entry; its dependencies are left to the consumer's bundler. */
const npmPackage: EnvironmentOptions = {
  consumer: 'client',
  build: {
    target,
    sourcemap: true,
    minify: false,
    lib: {
      entry: {
        index: 'src/index.ts',
        define: 'src/define.ts',
        inbox: 'src/inbox.ts',
        client: 'src/client.ts',
        'client/react': 'src/client/react.ts',
        'client/vue': 'src/client/vue.ts',
        'client/svelte': 'src/client/svelte.ts',
        'client/angular': 'src/client/angular.ts',
        server: 'src/server.ts',
        backend: 'src/backend.ts',
        trace: 'src/trace.ts',
        sandbox: 'src/sandbox.ts',
        react: 'src/react.ts',
        // Files of their own: bundlers leave the panel out of an app with nothing but a bell.
        'react/bell': 'src/react/bell.ts',
        'react/panel': 'src/react/panel.ts',
        toasts: 'src/toasts.ts',
        badge: 'src/badge.ts',
        'react/toasts': 'src/react/toasts.ts',
        ...Object.fromEntries(languages),
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: /^(lit|@lit\/(?!react)|react$|react-dom$|vue$|svelte\/|@angular\/|zod|eventsource-parser)/,
      // Some entries export what a bell loads on demand: those contain it from the start.
      checks: { ...checks, ineffectiveDynamicImport: false },
    },
  },
};

/** What the builds for script tags share: production libraries, in files beside those of the package. */
function scriptTag(build: BuildEnvironmentOptions): EnvironmentOptions {
  return {
    consumer: 'client',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target,
      sourcemap: true,
      outDir: 'dist/cdn',
      emptyOutDir: false,
      copyPublicDir: false,
      ...build,
    },
  };
}

/** The licences of what the files for script tags contain; the texts are in THIRD-PARTY-LICENSES.md. */
const banner = '/*! MIT; Lit: BSD-3-Clause; zod, eventsource-parser: MIT */';

/**
 * Has Chromium compile every function of a chunk while it loads, beside the work of the page, and not each at its first call: the first
 * card of an inbox comes 7 % sooner, and 14 % with a processor four times as slow; memory grows by 0.5 MB. The classic script, which
 * would wait for the compilation of everything, gains nothing. https://v8.dev/blog/explicit-compile-hints
 */
const compileHint = '//# allFunctionsCalledOnLoad';

/** For a script tag of type module: the bell first, everything else as chunks that load on demand. */
const moduleBuild = scriptTag({
  lib: {
    entry: {
      'nudge-inbox': 'src/script-module.ts',
      'nudge-inbox-toasts': 'src/script-toasts.ts',
      ...Object.fromEntries(furtherLanguages),
    },
    formats: ['es'],
  },
  rolldownOptions: {
    output: {
      // In library mode Vite keeps the white space of ES output: https://vite.dev/config/build-options#build-minify
      minify: true,
      comments: { annotation: false },
      // The entry only imports the bell, and languages contain no library.
      postBanner: ({ isEntry }) => (isEntry ? '' : `${compileHint}\n${banner}`),
      // With the version, so that no cache combines an entry with chunks of another one.
      chunkFileNames: `nudge-inbox-${version}-[name].js`,
      codeSplitting: {
        groups: [
          // What a bell needs until its badge shows. Not the entry itself, which a page may load as `nudge-inbox.js?v=2`: the
          // chunks that import from it would load it again.
          { ...chunkOf('bell', 'src/script-module.ts'), priority: 1 },
          chunkOf('panel', 'src/elements/define-panel.ts'),
        ],
      },
    },
    checks,
  },
});

/** For classic script tags: one file with everything but the languages, which load as modules. */
function classicBuild(
  name: string,
  entry: string,
  { licences = banner, sourcemap = true }: { licences?: string; sourcemap?: boolean | 'hidden' } = {},
): EnvironmentOptions {
  return scriptTag({
    sourcemap,
    lib: { entry, formats: ['iife'], name: 'NudgeInbox', fileName: () => `${name}.iife.js` },
    rolldownOptions: {
      external: isFurtherLanguage,
      output: {
        // A classic script is read in the encoding of its page, so it contains ASCII only.
        minify: { compress: true, mangle: true, codegen: { asciiOnly: true } },
        comments: { annotation: false },
        strict: true,
        postBanner: licences,
        paths: (id) => id.replace(/^.*(?=locales\/)/, './'),
      },
      checks,
    },
  });
}

/** The command of the package. A build of its own: what it shares with the entries must not split these into further files. */
const command: EnvironmentOptions = {
  consumer: 'server',
  build: {
    target: 'node20',
    minify: false,
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    lib: { entry: { cli: 'src/cli.ts' }, formats: ['es'] },
    rolldownOptions: { external: /^node:/ },
  },
};

/** The badge is counted in bytes: its source map is there, but not named. It contains no library. */
const badgeBuild = { licences: '/*! MIT */', sourcemap: 'hidden' } as const;

/** The badge as a module: a file by itself, which shares no chunk with the bell, since most pages with it have none. */
const moduleBadge = scriptTag({
  lib: { entry: { 'nudge-inbox-badge': 'src/badge.ts' }, formats: ['es'] },
  sourcemap: badgeBuild.sourcemap,
  rolldownOptions: {
    output: { minify: true, comments: { annotation: false }, postBanner: badgeBuild.licences },
    checks,
  },
});

const builds = {
  package: npmPackage,
  command,
  module: moduleBuild,
  moduleBadge,
  classic: classicBuild('nudge-inbox', 'src/script-classic.ts'),
  classicToasts: classicBuild('nudge-inbox-toasts', 'src/script-toasts-classic.ts'),
  classicBadge: classicBuild('nudge-inbox-badge', 'src/badge.ts', badgeBuild),
};

/** What the bill of materials says of each file of a build. A module of which nothing is left is not in it. */
function filesOf(environment: BuildEnvironment, { output }: Rolldown.RolldownOutput): BuiltFile[] {
  const folder = relative('.', environment.config.build.outDir).replaceAll('\\', '/');
  return output
    .filter((file) => file.type === 'chunk')
    .map(({ fileName, modules, imports, dynamicImports }) => ({
      path: `${folder}/${fileName}`,
      moduleIds: Object.entries(modules).flatMap(([id, { renderedLength }]) =>
        renderedLength > 0 ? [id] : [],
      ),
      imports: [...imports, ...dynamicImports],
    }));
}

/** `vite build` writes the package and its files for script tags into `dist`, and `sbom.cdx.json`: what is in them. */
const build: UserConfig = {
  // The pictures and files of the sandbox's notifications.
  publicDir: 'demo/public',
  logLevel: 'warn',
  plugins: [minifyTemplates()],
  environments: builds,
  builder: {
    buildApp: async (builder) => {
      const environments = Object.values(builder.environments).filter(({ name }) => name in builds);
      const files: BuiltFile[] = [];
      for (const [index, environment] of environments.entries()) {
        console.log(`Build ${index + 1} of ${environments.length}: ${environment.name}`);
        const outputs = [await builder.build(environment)].flat();
        files.push(...outputs.flatMap((output) => ('output' in output ? filesOf(environment, output) : [])));
      }
      writeFileSync(join('dist', 'sbom.cdx.json'), `${JSON.stringify(createSbom(files), null, 2)}\n`);
    },
  },
};

/** `vite` serves the demo. Only then its code is loaded, which includes the backend. */
async function loadDemo(): Promise<UserConfig> {
  const { module } = await runnerImport<typeof demo>('./demo/serve.ts');
  return module.config;
}

export default defineConfig(({ command }) => (command === 'build' ? build : loadDemo()));
