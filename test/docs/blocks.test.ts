import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../src/client.js';
import { createSandbox } from '../../src/sandbox.js';
import { ServerClient } from '../../src/server.js';
import { rows } from '../api/golden-table.js';
import {
  blocksWith,
  blockWith,
  generatorFiles,
  isTyped,
  loadBlocks,
  placeOf,
  printedFiles,
  type Block,
} from './markdown.js';

const blocks = loadBlocks();
const inLanguage = (language: string): Block[] => blocks.filter((block) => block.language === language);

/** The code of all tests, which name the blocks that they run. */
const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(test|spec)\.ts$/.test(file) && !file.includes('node_modules'))
  .map((file) => readFileSync(join('test', file), 'utf8'))
  .join('\n');

/** Returns why a block is not checked; null if it is. */
function findGap(block: Block): string | null {
  const { language, check } = block;
  const [kind = ''] = check.split(' ');
  if (['run', 'request', 'response', 'csp', 'error'].includes(kind))
    return tests.includes(`'${check}'`) ? null : `no test runs “${check}”`;
  // Another test runs it, and one below compares it.
  if (kind === 'example' && language === 'python') return null;
  if (isTyped(block))
    return ['', 'types', 'html', 'operations', 'example'].includes(kind) ? null : `unknown: ${check}`;
  if (language === 'json') return kind === 'type' ? null : 'a type is missing';
  if (language === 'text') return kind === 'warning' ? null : 'nothing checks it';
  return ['css', 'sh', 'nginx'].includes(language)
    ? null
    : `no check for ${language || 'a block without a language'}`;
}

describe('The code blocks of the documentation', () => {
  it('are all checked by a test', () => {
    expect(blocks.length).toBeGreaterThan(100);
    const gaps = blocks.flatMap((block) => {
      const gap = findGap(block);
      return gap === null ? [] : [`${placeOf(block)}: ${gap}`];
    });
    expect(gaps).toEqual([]);
  });

  it('are the code of the examples where they say so', () => {
    // The example's own build checks their types.
    const examples = blocks.filter(({ check }) => check.startsWith('example '));
    expect(examples).not.toEqual([]);
    for (const { check, code } of examples)
      expect(code).toBe(readFileSync(join('examples', check.slice('example '.length)), 'utf8'));
  });

  it.each(readdirSync('examples').filter((name) => name !== 'README.md'))(
    'are the whole of the example for %s',
    (example) => {
      const folder = join('examples', example);
      const files = execFileSync('git', ['ls-files'], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
      const own = files.filter((file) => !generatorFiles.includes(file));
      expect([...printedFiles(example).keys()].sort()).toEqual(own.sort());
    },
  );

  it('forward the path of the service with nginx', () => {
    for (const { code } of inLanguage('nginx')) {
      const [, location, body = ''] = /^location (\S+) \{\n(.*)\}\n$/s.exec(code) ?? [];
      for (const line of body.trim().split('\n')) expect(line).toMatch(/^\s*\w+ .+;$/);
      const [, target = ''] = /proxy_pass (\S+);/.exec(body) ?? [];
      expect(new URL(target).pathname).toBe(location);
    }
  });
});

describe('The commands of the documentation', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const known = [
    /^npm ci$/,
    /^npm init -y$/,
    /^npm pkg set type=module$/,
    /^npm pack$/,
    /^npm version [\d.]+-own\.\d+ --no-git-tag-version$/,
    /^npm publish \.\/nudge-inbox-[\d.]+-own\.\d+\.tgz --tag latest --registry https:\/\/npm\.example\.com$/,
    /^npm install \.\/vendor\/nudge-inbox-[\d.]+-own\.\d+\.tgz$/,
    /^npm install (express|((express )?@electric-sql\/pglite )?\.\.\/nudge-inbox\/nudge-inbox-[\d.]+\.tgz)$/,
    /^npx serve$/,
    /^npx nudge-inbox check http:\/\/localhost:3000\/inbox\b/,
    /^cp -r node_modules\/nudge-inbox\/dist\/files public\/$/,
    /^curl .*http:\/\/localhost:3000\//,
    // `test/postgres/backup.test.ts` checks which tables it names.
    /^pg_dump --table='nudge_inbox_\*' "\$DATABASE_URL" > inbox\.sql$/,
  ];

  it('exist', () => {
    const unknown = inLanguage('sh').flatMap((block) => {
      const lines = block.code.trim().replaceAll(/ +#.*$/gm, '');
      return lines
        .split(/\n| && /)
        .filter((command) => {
          const [, script] = /^npm (?:run )?(\S+)/.exec(command) ?? [];
          const [, file] = /^node (\S+)$/.exec(command) ?? [];
          const isRun = ({ page, check }: Block) =>
            page === block.page && /^(run|example \w+\/)/.test(check) && check.endsWith(file ?? '');
          return !(
            known.some((pattern) => pattern.test(command)) ||
            (script !== undefined && script in scripts) ||
            (file !== undefined && blocks.some(isRun))
          );
        })
        .map((command) => `${placeOf(block)}: ${command}`);
    });
    expect(unknown).toEqual([]);
  });
});

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join('src', file), 'utf8'))
  .join('\n');

/** Patterns of the texts that these calls have as their first literal; what is inserted may be anything. */
function textsOf(calls: string): RegExp[] {
  const literal = '`((?:\\\\.|\\$\\{[^}]*\\}|[^`\\\\])*)`|\'((?:\\\\.|[^\'\\\\])*)\'|"([^"]*)"';
  return [...sources.matchAll(new RegExp(`(?:${calls})\\(\\s*(?:${literal})`, 'g'))].map(
    ([, template, single, double]) => {
      const text = (template ?? single ?? double ?? '').replace(/\\(.)/g, '$1');
      const pattern = text.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return new RegExp(`^${pattern.join('.+')}$`);
    },
  );
}

describe('The warnings of the documentation', () => {
  const warnings = textsOf('warnOnce|console\\.warn');
  const lines = blocks
    .filter(({ check }) => check === 'warning')
    .flatMap((block) =>
      block.code
        .trim()
        .split('\n')
        .map((line) => [placeOf(block), line.replace('[nudge-inbox] ', '')] as const),
    );
  // The warning of the sandbox has the prefix in its own text; that of a response is the error alone.
  const patterns = warnings
    .map((pattern) => new RegExp(pattern.source.replace('\\[nudge-inbox\\] ', '')))
    // `warnOnce()` itself passes on any text.
    .filter((pattern) => !pattern.test('anything'));

  it('are those of the code', () => {
    const errors = textsOf('Error|super');
    const unknown = lines.filter(([, line]) => {
      const [, ownError] =
        /(?:NudgeError|TimeoutError|ApiError|ResponseError|TypeError(?=: The source)): (.+)$/.exec(line) ??
        [];
      const message = ownError?.replace(/^GET \S+: /, '');
      const isWarning = line.startsWith('ResponseError') || patterns.some((pattern) => pattern.test(line));
      const isError = message === undefined || errors.some((pattern) => pattern.test(message));
      return !isWarning || !isError;
    });
    expect(unknown).toEqual([]);
  });

  it('are all that the code has', () => {
    const missing = patterns.filter((pattern) => !lines.some(([, line]) => pattern.test(line)));
    expect(missing.map(String)).toEqual([]);
  });
});

describe('The examples in the documentation, the demo and the stories', () => {
  const files = ['demo', 'stories'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => /\.(ts|html|mdx)$/.test(file) && !file.includes('node_modules')),
  );
  const examples = [
    ...blocks.filter(isTyped).map((block) => [placeOf(block), block.code] as const),
    ...files.map((file) => [file, readFileSync(file, 'utf8')] as const),
  ];
  const placesOf = (isWrong: (code: string) => boolean): string[] =>
    examples.flatMap(([place, code]) => (isWrong(code) ? [place] : []));

  it('send JSON as JSON', () => {
    const places = placesOf((code) => {
      const bodies = code.match(/method: 'POST',[^}]*body|body: JSON\.stringify/g) ?? [];
      const types = code.match(/'Content-Type': 'application\/json'/g) ?? [];
      return types.length < bodies.length;
    });
    expect(places).toEqual([]);
  });

  it('check a response before they use its text', () => {
    const places = placesOf((code) =>
      // A token is a POST; a forwarded response is passed on with its status.
      [...code.matchAll(/fetch\('\/[^]*?(?=fetch\('\/|$)/g)].some(
        ([call]) => /\.(text|json)\(\)/.test(call) && !/\.ok\b/.test(call),
      ),
    );
    expect(places).toEqual([]);
  });

  it('use no plain id as the customer key', () => {
    expect(placesOf((code) => /customerKey: ['"]/.test(code))).toEqual([]);
  });
});

/** Runs the block in an async function with these variables. */
async function run(code: string, variables: Record<string, unknown>): Promise<void> {
  const body = (await transform(`async function example() {${code}}`, { loader: 'ts' })).code;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the documentation is the code under test
  const start = new Function(...Object.keys(variables), `${body}; return example();`) as (
    ...values: unknown[]
  ) => Promise<void>;
  await start(...Object.values(variables));
}

describe('The examples of the server client', () => {
  it('send every operation of the server', async () => {
    const sandbox = createSandbox();
    const { baseUrl, fetch, clientKey, clientSecret, ids } = sandbox;
    const server = new ServerClient({ baseUrl, fetch, clientKey, clientSecret });
    const printed: unknown[] = [];
    const console = { log: (value: unknown) => void printed.push(value) };
    for (const code of blocksWith('server.md', 'operations'))
      await run(code.replace(/^import .*$/m, ''), { server, ...ids, console });
    expect(sandbox.requests.map(({ status }) => status)).toEqual(sandbox.requests.map(() => 200));
    const operations = [...new Set(sandbox.requests.map(({ operation }) => operation))].sort(
      (one, other) => Number(one) - Number(other),
    );
    const ofServer = Object.entries(rows).filter(([, { auth }]) => auth === 'client');
    expect(operations.map((number) => `#${number}`)).toEqual(ofServer.map(([number]) => number));
    expect(printed.length).toBeGreaterThan(20);
  });
});

describe('The tests on the page on testing', () => {
  // Its test for Playwright runs in `test/pages/docs.spec.ts`.
  it.each(['run session.test.ts', 'run bell.test.ts'])('are tests of this project: %s', (check) => {
    const test = readFileSync(join('test/simulated-dom', check.slice('run '.length)), 'utf8');
    const printed = test
      .replaceAll("'../../src/index.js'", "'nudge-inbox'")
      .replaceAll(/'..\/..\/src\/(\w+)\.js'/g, "'nudge-inbox/$1'");
    expect(blockWith('testing.md', check)).toBe(printed);
  });
});

describe('The first example of the sandbox', () => {
  it('creates a session with notifications', async () => {
    const code = blockWith('testing.md', 'types src/sandbox.ts');
    let state: unknown;
    const report = ';report(session.notifications.state.items.length);';
    await run(code.replace(/^import .*$|^export /gm, '') + report, {
      createSession,
      createSandbox,
      report: (value: unknown) => (state = value),
    });
    expect(state).toBe(20);
  });
});
