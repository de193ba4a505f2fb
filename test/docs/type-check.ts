import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { listElements } from '../../build/manifest/elements.mjs';
import { createManifest } from '../../build/manifest/create-manifest.mjs';
import { declareElements } from '../../build/manifest/framework-types.mjs';
import { type Block, blockWith, fileOf, placeOf } from './markdown.js';

/** The entries of the package, from their sources. */
const entries: Record<string, string> = {
  'nudge-inbox': 'src/index.ts',
  'nudge-inbox/define': 'src/define.ts',
  'nudge-inbox/inbox': 'src/inbox.ts',
  'nudge-inbox/client': 'src/client.ts',
  'nudge-inbox/client/react': 'src/client/react.ts',
  'nudge-inbox/client/vue': 'src/client/vue.ts',
  'nudge-inbox/client/svelte': 'src/client/svelte.ts',
  'nudge-inbox/client/angular': 'src/client/angular.ts',
  'nudge-inbox/server': 'src/server.ts',
  'nudge-inbox/backend': 'src/backend.ts',
  'nudge-inbox/trace': 'src/trace.ts',
  'nudge-inbox/sandbox': 'src/sandbox.ts',
  'nudge-inbox/react': 'src/react.ts',
  'nudge-inbox/toasts': 'src/toasts.ts',
  'nudge-inbox/toasts/react': 'src/react/toasts.ts',
  'nudge-inbox/jsx': 'build/types/jsx.d.ts',
  'nudge-inbox/vue': 'build/types/vue.d.ts',
  'nudge-inbox/svelte': 'build/types/svelte.d.ts',
  'nudge-inbox/locales/*': 'src/localization/locales/*.ts',
};

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  types: ['node'],
  jsx: ts.JsxEmit.ReactJSX,
  allowJs: true,
  checkJs: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  experimentalDecorators: true,
  useDefineForClassFields: false,
  resolveJsonModule: true,
  skipLibCheck: true,
  noEmit: true,
  paths: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, [resolve(file)]])),
};

const extensions: Record<string, string> = {
  js: 'js',
  html: 'js',
  jsx: 'jsx',
  tsx: 'tsx',
};

/** The scripts of a page or component. */
function scriptsIn(code: string): string {
  const scripts = [...code.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
  return scripts
    .map(([, attributes = '', script = '']) => (attributes.includes('importmap') ? '' : script))
    .join('\n');
}

/** What TypeScript sees of a block. */
function sourceOf({ language, code, check }: Block): string {
  if (language === 'json') {
    const type = check.replace('type ', '');
    return `import type * as nudge from 'nudge-inbox';\nconst value: nudge.${type} = ${code};\nvoid value;`;
  }
  const source = code.replaceAll('./node_modules/nudge-inbox/dist/sandbox.js', 'nudge-inbox/sandbox');
  return ['vue', 'svelte', 'astro', 'html'].includes(language) ? scriptsIn(source) : source;
}

const blockFolder = resolve('test/docs/blocks');

/** The blocks as two programs, with the sources of the package that they import. */
export class BlockPrograms {
  /** Those in TypeScript. */
  readonly strict: ts.Program;
  /** Those in JavaScript, without `strict`. */
  readonly #loose: ts.Program;
  readonly #origins: ReadonlyMap<string, Block>;

  constructor(files: ReadonlyMap<string, string>, origins: ReadonlyMap<string, Block>) {
    const parsed = new Map<string, ts.SourceFile | undefined>();
    const create = (extension: RegExp, strict: boolean): ts.Program => {
      const programOptions = { ...options, strict };
      const roots = [...files.keys()].filter((path) => path.endsWith('.d.ts') || extension.test(path));
      return ts.createProgram(roots, programOptions, createHost(files, parsed, programOptions));
    };
    this.strict = create(/\.tsx?$/, true);
    this.#loose = create(/\.jsx?$/, false);
    this.#origins = origins;
  }

  /** The errors of all blocks, each with its place. */
  findErrors(): string[] {
    return [...this.#origins].flatMap(([path, block]) => {
      const program = /\.tsx?$/.test(path) ? this.strict : this.#loose;
      const file = program.getSourceFile(path);
      return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
        ({ code, messageText }) =>
          `${placeOf(block)}: TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      );
    });
  }
}

/** Makes each block a file. */
export async function createBlockPrograms(blocks: readonly Block[]): Promise<BlockPrograms> {
  const files = new Map<string, string>();
  // What a page may import without printing it: the session of Getting started, the backend, and what the generator of Nest writes.
  const filesOfReader = {
    notifications: blockWith('getting-started.md', 'types src/notifications.ts'),
    backend: blockWith('drop-in-backend.md', 'types src/backend.ts'),
    'app.module': 'export class AppModule {}',
  };
  const origins = new Map<string, Block>();
  blocks.forEach((block, index) => {
    const folder = join(blockFolder, block.page.replace(/\W/g, '-'), 'src');
    // A block may be imported by the file name in its check.
    const named = fileOf(block)
      ?.replace(/^src\//, '')
      .replace(/\.(vue|svelte)$/, '.$1.ts');
    const path = join(folder, named ?? `block-${index}.${extensions[block.language] ?? 'ts'}`);
    files.set(path, sourceOf(block));
    origins.set(path, block);
  });
  for (const folder of new Set([...origins.keys()].map(dirname)))
    for (const [name, source] of Object.entries(filesOfReader)) {
      const path = join(folder, name);
      if (!files.has(`${path}.ts`) && !files.has(`${path}.js`)) files.set(`${path}.ts`, source);
    }
  for (const name of ['globals', 'frameworks']) {
    const path = resolve(`test/docs/context/${name}.d.ts`);
    files.set(path, readFileSync(path, 'utf8'));
  }
  files.set(resolve('build/types/elements.d.ts'), declareElements(listElements(await createManifest())));
  return new BlockPrograms(files, origins);
}

/** A compiler host with these files in memory, which parses each file once. */
function createHost(
  files: ReadonlyMap<string, string>,
  parsed: Map<string, ts.SourceFile | undefined>,
  programOptions: ts.CompilerOptions,
): ts.CompilerHost {
  const host = ts.createCompilerHost(programOptions);
  const { getSourceFile, fileExists, readFile, directoryExists } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.directoryExists = (path) => path.startsWith(blockFolder) || directoryExists?.(path) !== false;
  host.getSourceFile = (path, target, ...rest) => {
    const text = files.get(path);
    if (!parsed.has(path))
      parsed.set(
        path,
        text === undefined
          ? getSourceFile(path, target, ...rest)
          : ts.createSourceFile(path, text, target, true),
      );
    return parsed.get(path);
  };
  return host;
}
