import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { createManifest } from '../../build/manifest/create-manifest.mjs';
import { listElements, type ListedElement } from '../../build/manifest/elements.mjs';
import { createSession } from '../../src/client.js';
import { createSandbox } from '../../src/sandbox.js';
import { ServerClient } from '../../src/server.js';
import { blocksWith, loadBlocks, type Block } from './markdown.js';
import { findTypeErrors, type TypeError } from './type-check.js';

const blocks = loadBlocks();
const place = ({ page, line }: Block): string => `${page}:${line}`;
const inLanguages = (...languages: string[]): Block[] =>
  blocks.filter(({ language }) => languages.includes(language));
const withCheck = (check: string): Block[] => blocks.filter((block) => block.check === check);
/** Each block with its place, for `it.each`. */
const placed = (list: readonly Block[]): [string, Block][] => list.map((block) => [place(block), block]);

const typed = ['ts', 'tsx', 'js', 'vue', 'svelte', 'astro', 'html'];
const markup = ['tsx', 'vue', 'svelte', 'astro', 'html'];

/** The tests that run blocks, by the word after `run`, `request` and the like. */
const runners: Record<string, string> = {
  'sandbox-page': 'test/browser/docs.test.ts',
  'index.html': 'test/package/docs-backend.test.ts',
  'service-worker.js': 'test/browser/sources.test.ts',
  'notifications.js': 'test/package/docs-backend.test.ts',
  'service.js': 'test/package/docs-backend.test.ts',
  'server.js': 'test/package/docs-backend.test.ts',
  'server-express.js': 'test/package/docs-backend.test.ts',
  request: 'test/package/docs-backend.test.ts',
  response: 'test/package/docs-backend.test.ts',
  customer: 'test/package/tarball.test.ts',
  sandbox: 'test/docs/blocks.test.ts',
  csp: 'test/browser/embedding.test.ts',
  error: 'test/package/tarball.test.ts',
};

/** The blocks that are a file of an example, each with its path in `examples/`. The example's own build checks their types. */
const exampleBlocks: [string, Block][] = blocks.flatMap((block) => {
  const [, file] = /^example (.+)$/.exec(block.check) ?? [];
  return file === undefined ? [] : [[file, block]];
});

/** Returns why a block is not checked; null if it is. */
function findGap({ language, check }: Block): string | null {
  const [kind = '', name = ''] = check.split(' ');
  if (['run', 'request', 'response', 'csp', 'error'].includes(kind)) {
    const runner = runners[kind === 'run' ? name : kind];
    if (!runner || !existsSync(runner)) return `no test runs “${check}”`;
    return readFileSync(runner, 'utf8').includes(kind === 'run' ? name : kind)
      ? null
      : `${runner} does not run it`;
  }
  if (typed.includes(language))
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
      return gap === null ? [] : [`${place(block)}: ${gap}`];
    });
    expect(gaps).toEqual([]);
  });

  it('have the types of the package', { timeout: 120_000 }, async () => {
    const examples = exampleBlocks.map(([, block]) => block);
    const checked = inLanguages(...typed, 'json').filter((block) => !examples.includes(block));
    const errors: TypeError[] = await findTypeErrors(checked);
    expect(errors.map(({ block, message }) => `${place(block)}: ${message}`)).toEqual([]);
  });
});

describe('The code of the documentation from an example', () => {
  it.each(exampleBlocks)('is that of examples/%s', (file, { code }) => {
    expect(code).toBe(readFileSync(join('examples', file), 'utf8'));
  });
});

/** The tags of the package in markup, each with the names in it: attributes, properties and listeners. */
function tagsIn(code: string): { tag: string; names: string[] }[] {
  // A `>` may stand within braces and quotes, such as in an arrow function.
  const tags = code.matchAll(
    /<(nudge-[a-z]+|Nudge[A-Z]\w+)\b((?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|[^>"'{])*)>/g,
  );
  return [...tags].map(([, tag = '', attributes = '']) => {
    const bare = attributes
      .replace(/=\s*(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})/g, '')
      .replace(/\{(\w+)\}/g, '$1');
    const name = tag.startsWith('N') ? `nudge-${tag.slice(5).toLowerCase()}` : tag;
    return { tag: name, names: bare.split(/[\s/]+/).filter(Boolean) };
  });
}

/** The name of an attribute, property or event as the manifest has it. */
function plainName(name: string): string {
  const plain = name.replace(/^:|^@|^[[(]|[\])]$|\.prop$/g, '').replace(/\.prop$/, '');
  if (/^on[A-Z]/.test(plain))
    return plain
      .slice(2)
      .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      .slice(1);
  return plain.replace(/^on(?=nudge-)/, '');
}

describe('The markup of the documentation', () => {
  let elements: Map<string, ListedElement>;

  beforeAll(async () => {
    elements = new Map(listElements(await createManifest()).map((element) => [element.tag, element]));
  });

  it.each(placed([...inLanguages(...markup), ...withCheck('types angular')]))(
    'uses only names of the elements at %s',
    (_, { code }) => {
      for (const { tag, names } of tagsIn(code)) {
        const element = elements.get(tag);
        expect(element, tag).toBeDefined();
        const known = [
          ...(element?.attributes ?? []),
          ...(element?.properties ?? []),
          ...(element?.events ?? []),
        ].map(({ name }) => name);
        for (const name of names.filter((name) => !name.startsWith('data-')))
          expect(known, `${name} of <${tag}>`).toContain(plainName(name));
      }
    },
  );

  it.each(placed(inLanguages('html')))('uses only slots and files of the package at %s', (_, { code }) => {
    const slots = [...elements.values()].flatMap((element) => element.slots.map(({ name }) => name));
    for (const [, slot] of code.matchAll(/\sslot="([^"]*)"/g)) expect(slots).toContain(slot);
    for (const [, file] of code.matchAll(/\ssrc="([^"]*)"/g))
      expect(file).toMatch(/(^|\/)(nudge-inbox(-toasts)?(\.iife)?|locales\/[a-z]{2})\.js$/);
  });

  it.each(placed(inLanguages('css')))('styles only what there is at %s', (_, { code }) => {
    const all = [...elements.values()];
    const properties = new Set(all.flatMap(({ cssProperties }) => cssProperties.map(({ name }) => name)));
    const found = code.matchAll(/(--nudge-[\w-]+)|(nudge-[a-z]+)(?:::part\(([\w-]+)\))?/g);
    for (const [, property, tag, part] of found) {
      if (property) expect(properties).toContain(property);
      if (tag) expect([...elements.keys()]).toContain(tag);
      // A bell has the parts of its inbox, and an inbox those of its cards.
      if (part) expect(all.flatMap(({ cssParts }) => cssParts.map(({ name }) => name))).toContain(part);
    }
  });
});

describe('The commands of the documentation', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const known = [
    /^npm ci$/,
    /^npm init -y$/,
    /^npm pkg set type=module$/,
    /^npm install (nudge-inbox(@latest)?|express|express @electric-sql\/pglite nudge-inbox)$/,
    /^npx serve$/,
  ];

  it.each(placed(inLanguages('sh')))('exist at %s', (_, { code, page }) => {
    const lines = code.trim().replaceAll(/ +#.*$/gm, '');
    for (const command of lines.split(/\n| && /)) {
      const [, script] = /^npm (?:run )?(\S+)/.exec(command) ?? [];
      const [, file] = /^node (\S+)$/.exec(command) ?? [];
      const exists =
        known.some((pattern) => pattern.test(command)) ||
        (script !== undefined && script in scripts) ||
        (file !== undefined &&
          blocks.some(
            (block) =>
              block.page === page && /^(run|example \w+\/)/.test(block.check) && block.check.endsWith(file),
          ));
      expect(exists, command).toBe(true);
    }
  });
});

describe('The nginx configuration of the documentation', () => {
  it.each(placed(inLanguages('nginx')))('forwards the path of the service at %s', (_, { code }) => {
    const [, location, body = ''] = /^location (\S+) \{\n(.*)\}\n$/s.exec(code) ?? [];
    for (const line of body.trim().split('\n')) expect(line).toMatch(/^\s*\w+ .+;$/);
    const [, target = ''] = /proxy_pass (\S+);/.exec(body) ?? [];
    expect(new URL(target).pathname).toBe(location);
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
        .map((line) => [place(block), line.replace('[nudge-inbox] ', '')] as const),
    );
  // The warning of the sandbox has the prefix in its own text; that of a response is the error alone.
  const patterns = warnings
    .map((pattern) => new RegExp(pattern.source.replace('\\[nudge-inbox\\] ', '')))
    // `warnOnce()` itself passes on any text.
    .filter((pattern) => !pattern.test('anything'));

  it.each(lines)('are those of the code at %s: %s', (_, line) => {
    const errors = textsOf('Error|super');
    const [, ownError] =
      /(?:NudgeError|TimeoutError|ApiError|ResponseError|TypeError(?=: The source)): (.+)$/.exec(line) ?? [];
    if (!line.startsWith('ResponseError')) expect(patterns.some((pattern) => pattern.test(line))).toBe(true);
    if (ownError !== undefined) {
      const message = ownError.replace(/^GET \S+: /, '');
      expect(
        errors.some((pattern) => pattern.test(message)),
        message,
      ).toBe(true);
    }
  });

  it('are all that the code has', () => {
    const missing = patterns.filter((pattern) => !lines.some(([, line]) => pattern.test(line)));
    expect(missing.map(String)).toEqual([]);
  });
});

describe('The examples in the demo and the stories', () => {
  const files = ['demo', 'stories'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => /\.(ts|html|mdx)$/.test(file) && !file.includes('node_modules')),
  );
  const examples = files.map((file) => [file, readFileSync(file, 'utf8')] as const);

  it.each(examples.filter(([, code]) => code.includes('fetch(')))('send and load safely in %s', (_, code) => {
    const sent = code.match(/method: 'POST',[^}]*body/g) ?? [];
    for (const call of sent) expect(call).toContain("'Content-Type': 'application/json'");
    expect(code).not.toMatch(/fetch\([^)]*\)\s*\.then\(\(\w+\) => \w+\.(text|json)\(\)\)/);
    expect(code).not.toMatch(/customerKey: ['"]/);
  });
});

describe('The examples of the documentation', () => {
  const examples = blocks.filter(
    ({ code, language }) => [...typed].includes(language) && code.includes('fetch('),
  );

  it.each(placed(examples))('send JSON as JSON at %s', (_, { code }) => {
    const bodies = code.match(/body: JSON\.stringify/g) ?? [];
    const types = code.match(/'Content-Type': 'application\/json'/g) ?? [];
    expect(types.length).toBeGreaterThanOrEqual(bodies.length);
  });

  it.each(placed(examples))('check a response before they use its text at %s', (_, { code }) => {
    // A token is a POST; a forwarded response is passed on with its status.
    for (const [call] of code.matchAll(/fetch\('\/[^]*?(?=fetch\('\/|$)/g))
      if (/\.(text|json)\(\)/.test(call)) expect(call).toMatch(/\.ok\b/);
  });

  it.each(placed(blocks.filter(({ code }) => code.includes('customerKey'))))(
    'use no plain id as the customer key at %s',
    (_, { code }) => {
      expect(code).not.toMatch(/customerKey: ['"]/);
    },
  );
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
    for (const code of blocksWith('server.md', 'operations')) await run(code, { server, ...ids, console });
    expect(sandbox.requests.map(({ status }) => status)).toEqual(sandbox.requests.map(() => 200));
    const operations = [...new Set(sandbox.requests.map(({ operation }) => operation))].sort(
      (one, other) => Number(one) - Number(other),
    );
    expect(operations).toEqual([1, 2, 3, 4, 5, ...Array.from({ length: 16 }, (_, index) => index + 8)]);
    expect(printed.length).toBeGreaterThan(20);
  });
});

describe('The first example of the sandbox', () => {
  it('creates a session with notifications', async () => {
    const [code = ''] = blocksWith('testing.md', 'run sandbox');
    let state: unknown;
    const report = ';report(session.notifications.state.items.length);';
    await run(code.replace(/^import .*$/gm, '') + report, {
      createSession,
      createSandbox,
      report: (value: unknown) => (state = value),
    });
    expect(state).toBe(60);
  });
});
